import type { InfoResult } from '../../../src/api/contract.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import { APPLICATION_KEY_HEADER } from '../../../src/domain/web-names.ts';
import type { Bench } from '../bench.ts';
import { CannotCheck } from '../cannot-check.ts';
import { type Check, fails, holds } from '../conformance-check.ts';
import { rawInfo } from './reach-checks.ts';

const businessTypes = new Set(builtInOptions.businessTypes.map(({ value }) => value));

function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

async function infoOf(bench: Bench): Promise<InfoResult> {
  const answer = await bench.info();
  if (answer.status === 'result' && answer.result.wasSuccessful) return answer.result;
  throw new CannotCheck('GetInfo did not succeed');
}

export const infoChecks: readonly Check[] = [
  {
    id: 'info.succeeds',
    level: 'must',
    says: 'GetInfo succeeds: status 200, wasSuccessful true',
    after: ['reach.json'],
    run: async (bench) => {
      const { status, body } = await rawInfo(bench);
      if (status !== 200) return fails(`status ${status}`);
      const { wasSuccessful } = parsed(body);
      return wasSuccessful === true ? holds() : fails(`wasSuccessful is ${wasSuccessful}`);
    },
  },
  {
    id: 'info.form-id',
    level: 'must',
    says: 'GetInfo has the contract’s shape, and its formGuid is a UUID',
    after: ['info.succeeds'],
    run: async (bench) => {
      const answer = await bench.info();
      if (answer.status === 'result') return holds();
      const { formGuid } = parsed(bench.wire.newest?.body ?? '');
      return fails(`not of that shape; its formGuid is ${JSON.stringify(formGuid)}`);
    },
  },
  {
    id: 'info.new-form-id',
    level: 'must',
    says: 'each GetInfo hands out another formGuid',
    after: ['info.form-id'],
    run: async (bench) => {
      const ids = [await infoOf(bench), await infoOf(bench)].map(({ formGuid }) => formGuid);
      return new Set(ids).size === ids.length ? holds() : fails('the same one twice');
    },
  },
  {
    id: 'info.lists',
    level: 'should',
    says: 'GetInfo lists titles and types of business',
    otherwise: 'agents choose from the lists that are built into the app',
    after: ['info.form-id'],
    run: async (bench) => {
      const { titleOptions, typeOfBusinessOptions } = await infoOf(bench);
      const counts = [titleOptions.length, typeOfBusinessOptions.length];
      return counts.includes(0) ? fails(`${counts.join(' and ')} entries`) : holds();
    },
  },
  {
    id: 'info.business-types',
    level: 'should',
    says: 'types of business are the contract’s numbers, 0 to 10',
    otherwise: 'agents see the others as well, and the app sends their values as numbers',
    after: ['info.lists'],
    run: async (bench) => {
      const { typeOfBusinessOptions } = await infoOf(bench);
      const others = typeOfBusinessOptions.filter(({ value }) => !businessTypes.has(value));
      return others.length === 0 ? holds() : fails(others.map(({ value }) => value).join(', '));
    },
  },
  {
    id: 'info.wrong-key',
    level: 'should',
    says: 'a wrong application key is refused with 401 or 403',
    otherwise: 'any program may send; the app itself needs nothing of it',
    after: ['info.succeeds'],
    run: async (bench) => {
      const wrong = {
        [APPLICATION_KEY_HEADER.toLowerCase()]: `not-${bench.target.applicationKey}`,
      };
      const { status } = await rawInfo(bench, wrong);
      return [401, 403].includes(status) ? holds() : fails(`status ${status}`);
    },
  },
];
