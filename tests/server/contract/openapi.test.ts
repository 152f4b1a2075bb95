import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { apiCalls } from '../../../server/contract/api-calls.ts';
import { openApi } from '../../../server/contract/openapi.ts';
import { expectDocumented } from '../support/documented.ts';
import { type Harness, openHarness } from '../support/harness.ts';

const committed = () => JSON.parse(readFileSync('server/contract/openapi.json', 'utf8'));

let server: Harness;
beforeEach(async () => {
  server = await openHarness();
});
afterEach(() => server.close());

/** Returns every `$ref` of the description. */
const referencesIn = (part: unknown): string[] => {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === '$ref' ? [String(value)] : referencesIn(value),
  );
};

describe('the description of the API', () => {
  it('equals the output of `npm run openapi`', () => {
    expect(committed()).toEqual(openApi());
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { errors, valid } = await validator.validate(committed());
    expect([valid, errors, validator.version]).toEqual([true, undefined, '3.1']);
    const { paths: _, ...without } = committed();
    const { info: __, ...nameless } = { ...without, paths: {} };
    expect((await new Validator().validate(nameless)).valid).toBe(false);
  });

  it('is served without a key', async () => {
    const reply = await server.call({ url: '/api/openapi.json' });
    expect([reply.status, reply.json]).toEqual([200, committed()]);
  });

  it('names every call of the server, and no other', () => {
    const routes = new Set<string>();
    for (const { method, path } of apiCalls) {
      const url = `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      expect([method, url, server.app.hasRoute({ method, url })]).toEqual([method, url, true]);
      routes.add(`${method.toUpperCase()} ${url}`);
    }
    const unnamed = server.app
      .printRoutes({ commonPrefix: false, includeHooks: false })
      .split('\n')
      .flatMap((line) => {
        const [, url = '', methods = ''] = /(\/api\/[\w/:.-]+) \(([A-Z, ]+)\)/.exec(line) ?? [];
        return methods
          .split(', ')
          .filter(Boolean)
          .map((method) => `${method} ${url}`);
      })
      // Each GET route also has a HEAD route.
      .filter((route) => !routes.has(route) && !routes.has(route.replace('HEAD', 'GET')));
    expect(unnamed).toEqual([]);
  });

  it('has no dangling references', () => {
    const { components } = committed();
    const references = referencesIn(committed());
    expect(references.length).toBeGreaterThan(100);
    const missing = references.filter((it) => {
      const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(it) ?? [];
      return components[kind]?.[name] === undefined;
    });
    expect(missing).toEqual([]);
  });

  it('fits every answer that a test of the server gets', () => {
    const type = 'application/json; charset=utf-8';
    const call = { method: 'GET', url: '/api/Info/GetInfo', status: 200, type };
    const lacking = { description: '', heading: '', wasSuccessful: true, modelState: {} };
    const info = {
      ...lacking,
      titleOptions: [],
      typeOfBusinessOptions: [],
      accepts: [],
      formGuid: randomUUID(),
    };
    const text = JSON.stringify(info);
    expect(() => expectDocumented({ ...call, text })).not.toThrow();
    expect(() => expectDocumented({ ...call, text: JSON.stringify(lacking) })).toThrow(
      /required property/,
    );
    const numbered = JSON.stringify({ ...info, formGuid: '17' });
    expect(() => expectDocumented({ ...call, text: numbered })).toThrow(/format/);
    expect(() => expectDocumented({ ...call, text, type: 'text/html' })).toThrow(/of type/);
    expect(() => expectDocumented({ ...call, text: '' })).toThrow();
    expect(() => expectDocumented({ ...call, status: 302, text: '' })).toThrow(/no such 302/);
    expect(() => expectDocumented({ ...call, url: '/page', text: '' })).not.toThrow();
  });

  it('is checked for answers over the wire too', () => {
    const files = readdirSync('tests/server', { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('documented.ts'),
    );
    const bare = files.filter((file) =>
      /(?<![\w.])fetch\(/.test(readFileSync(join('tests/server', file), 'utf8')),
    );
    expect(bare).toEqual([]);
  });
});
