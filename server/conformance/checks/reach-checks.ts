import { GET_INFO_PATH, type InfoResult } from '../../../src/api/contract.ts';
import { builtInOptions } from '../../../src/domain/forms/options.ts';
import { type Check, fails, holds, unseen } from '../conformance-check.ts';
import { CannotCheck, parsed, type TestSession } from '../test-session.ts';
import type { RawAnswer } from '../wire.ts';

const MAX_CLOCK_MINUTES = 5;

export async function rawInfo(
  session: TestSession,
  headers: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const answer = await session.wire.raw('GET', GET_INFO_PATH, session.headers(headers));
  if (answer === null) throw new CannotCheck('GetInfo got no answer');
  return answer;
}

const isHtml = ({ headers }: RawAnswer) => /html/i.test(headers.get('content-type') ?? '');

export const reachChecks: readonly Check[] = [
  {
    id: 'reach.answers',
    level: 'must',
    says: 'something answers at the address',
    run: async (session) => {
      const answer = await session.wire.raw('GET', GET_INFO_PATH, session.headers());
      return answer === null ? fails('no answer: wrong address, no TLS, or it is down') : holds();
    },
  },
  {
    id: 'reach.tls',
    level: 'must',
    says: 'it is reached through https, but on this machine',
    run: async ({ target: { base } }) => {
      if (base.protocol === 'https:') return holds();
      const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(base.hostname);
      return isHere ? holds('on this machine') : fails('the address begins with http:');
    },
  },
  {
    id: 'reach.no-redirect',
    level: 'must',
    says: 'it does not redirect: the app takes that for a network that wants a log-in',
    after: ['reach.answers'],
    run: async (session) => {
      const { status, headers } = await rawInfo(session);
      const isRedirect = status >= 300 && status < 400 && status !== 304;
      return isRedirect ? fails(`${status} to ${headers.get('location')}`) : holds();
    },
  },
  {
    id: 'reach.json',
    level: 'must',
    says: 'it answers with a JSON object, whatever its content type',
    after: ['reach.answers', 'reach.no-redirect'],
    run: async (session) => {
      const answer = await session.info();
      if (answer.status !== 'foreign' || answer.reason !== 'notJson') return holds();
      const type = session.wire.newest?.headers.get('content-type');
      return fails(`${answer.httpStatus} with content type ${type ?? 'none'}`);
    },
  },
  {
    id: 'reach.unknown-path',
    level: 'must',
    says: 'a path that does not exist is no HTML page with status 200',
    after: ['reach.answers'],
    run: async (session) => {
      const answer = await session.wire.raw('GET', '/Conformance/NoSuchCall', session.headers());
      if (answer === null) return holds('no answer');
      return answer.status === 200 && isHtml(answer) ? fails('200 with HTML') : holds();
    },
  },
  {
    id: 'reach.date',
    level: 'should',
    says: `its clock is right within ${MAX_CLOCK_MINUTES} minutes (header Date)`,
    otherwise: 'the app cannot tell an agent that the phone’s own clock is wrong',
    after: ['reach.answers'],
    run: async (session) => {
      const { headers } = await rawInfo(session);
      const said = Date.parse(headers.get('date') ?? '');
      if (Number.isNaN(said)) return fails('no date');
      const minutes = Math.abs(said - session.now) / 60_000;
      return minutes <= MAX_CLOCK_MINUTES ? holds() : fails(`${Math.round(minutes)} minutes off`);
    },
  },
  {
    id: 'reach.site-data',
    level: 'must',
    where: 'sameOrigin',
    says: 'no answer has the header Clear-Site-Data: it would delete what phones have not sent',
    after: ['reach.answers'],
    run: async (session) => {
      const found = (await rawInfo(session)).headers.get('clear-site-data');
      return found === null ? holds() : fails(found);
    },
  },
  {
    id: 'reach.hsts',
    level: 'should',
    says: 'browsers are told to come by https only (Strict-Transport-Security)',
    otherwise: 'the first call from a foreign network may go out in the clear',
    after: ['reach.answers'],
    run: async (session) => {
      if (session.target.base.protocol !== 'https:') return unseen('it is asked without https');
      const hasHeader = (await rawInfo(session)).headers.has('strict-transport-security');
      return hasHeader ? holds() : fails('no such header');
    },
  },
];

const businessTypes = new Set(builtInOptions.businessTypes.map(({ value }) => value));

async function infoOf(session: TestSession): Promise<InfoResult> {
  const answer = await session.info();
  if (answer.status === 'result' && answer.result.wasSuccessful) return answer.result;
  throw new CannotCheck('GetInfo did not succeed');
}

export const infoChecks: readonly Check[] = [
  {
    id: 'info.succeeds',
    level: 'must',
    says: 'GetInfo succeeds: status 200, wasSuccessful not false',
    after: ['reach.json'],
    run: async (session) => {
      const { status, body } = await rawInfo(session);
      if (status !== 200) return fails(`status ${status}`);
      const { wasSuccessful } = parsed(body);
      return wasSuccessful === false ? fails('wasSuccessful is false') : holds();
    },
  },
  {
    id: 'info.form-id',
    level: 'must',
    says: 'GetInfo has a formGuid, in any spelling',
    after: ['info.succeeds'],
    run: async (session) => {
      const answer = await session.info();
      if (answer.status === 'result' && answer.result.formGuid !== '') return holds();
      const { formGuid } = parsed(session.wire.newest?.body ?? '');
      return fails(`its formGuid is ${JSON.stringify(formGuid)}`);
    },
  },
  {
    id: 'info.new-form-id',
    level: 'must',
    says: 'each GetInfo hands out another formGuid',
    after: ['info.form-id'],
    run: async (session) => {
      const ids = [await infoOf(session), await infoOf(session)].map(({ formGuid }) => formGuid);
      return new Set(ids).size === ids.length ? holds() : fails('the same one twice');
    },
  },
  {
    id: 'info.lists',
    level: 'should',
    says: 'GetInfo lists titles and types of business',
    otherwise: 'agents choose from the lists that are built into the app',
    after: ['info.form-id'],
    run: async (session) => {
      const { titleOptions, typeOfBusinessOptions } = await infoOf(session);
      const counts = [titleOptions.length, typeOfBusinessOptions.length];
      return counts.includes(0) ? fails(`${counts.join(' and ')} entries`) : holds();
    },
  },
  {
    id: 'info.options',
    level: 'should',
    says: 'each entry of these lists has a value and a label',
    otherwise: 'the app skips such an entry: agents cannot choose it',
    after: ['info.form-id'],
    run: async (session) => {
      const { titleOptions, typeOfBusinessOptions } = await infoOf(session);
      const entries = session.newestEntries('titleOptions', 'typeOfBusinessOptions');
      const skipped = entries.length - titleOptions.length - typeOfBusinessOptions.length;
      return skipped === 0 ? holds() : fails(`${skipped} of ${entries.length} lack one`);
    },
  },
  {
    id: 'info.business-types',
    level: 'should',
    says: 'types of business are the contract’s numbers, 0 to 10',
    otherwise: 'agents see the others as well, and the app sends their values as numbers',
    after: ['info.lists'],
    run: async (session) => {
      const { typeOfBusinessOptions } = await infoOf(session);
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
    run: async (session) => {
      const { applicationKey, names } = session.target;
      const wrong = { [names.applicationKeyHeader.toLowerCase()]: `not-${applicationKey}` };
      const { status } = await rawInfo(session, wrong);
      return [401, 403].includes(status) ? holds() : fails(`status ${status}`);
    },
  },
];
