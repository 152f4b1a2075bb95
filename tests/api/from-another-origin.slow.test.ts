import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findOrInstallChromium } from '../commands/engines.ts';
import { type Asked, startDeviating } from '../server/support/deviating-backend.ts';
import { applicationKey } from '../server/support/harness.ts';
import { jpeg } from '../server/support/samples.ts';
import type { CalledFromElsewhere } from '../support/backend/calls-from-elsewhere.ts';

declare const callAll: (base: string, key: string, jpeg: string) => Promise<CalledFromElsewhere>;
declare const registerOften: (base: string, key: string, times: number) => Promise<string[]>;

/** The CORS permissions of a backend at another origin, as docs/own-backend.md lists them. */
type Leave = Readonly<{
  methods: readonly string[];
  headers: readonly string[];
  expose: readonly string[];
}>;

const table = readFileSync(new URL('../../docs/own-backend.md', import.meta.url), 'utf8');

function saidIn(need: string): Leave {
  const row = table.split('\n').find((line) => line.startsWith(`| ${need} |`)) ?? '';
  const listAfter = (word: RegExp): readonly string[] =>
    (word.exec(row)?.[1] ?? '').split(/, | and /).filter((item) => item !== '');
  return {
    methods: listAfter(/methods ([A-Z]+(?:(?:, | and )[A-Z]+)*)/),
    headers: listAfter(/headers `([^`]+)`/),
    expose: listAfter(/expose `([^`]+)`/),
  };
}

const forCalls = saidIn('CORS on that host');
const forPieces = saidIn('uploads in pieces from there');
const all: Leave = {
  methods: [...forCalls.methods, ...forPieces.methods],
  headers: [...forCalls.headers, ...forPieces.headers],
  expose: [...forCalls.expose, ...forPieces.expose],
};

const without = (...gone: readonly string[]): Leave => {
  const kept = (items: readonly string[]) => items.filter((item) => !gone.includes(item));
  return { methods: kept(all.methods), headers: kept(all.headers), expose: kept(all.expose) };
};

/** Browsers allow these methods to a page of any origin. */
const NEED_NO_LEAVE: readonly string[] = ['GET', 'HEAD', 'POST'];

const isPreflight = ({ headers, method }: Asked): boolean =>
  method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;

describe('the app, at another origin than its backend', () => {
  let site: Server;
  let origin: string;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const input = fileURLToPath(
      new URL('../support/backend/calls-from-elsewhere.ts', import.meta.url),
    );
    const built = await build({
      configFile: false,
      logLevel: 'error',
      build: { write: false, rolldownOptions: { input } },
    });
    const [output] = [built].flat() as Rolldown.RolldownOutput[];
    const [script] = output?.output ?? [];
    const code = script?.type === 'chunk' ? script.code : '';
    site = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><script type="module">${code}</script>`);
    });
    await new Promise<void>((listening) => site.listen(0, 'localhost', listening));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    browser = await chromium.launch({
      executablePath: findOrInstallChromium(),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    page = await browser.newPage();
    await page.goto(origin);
    await page.waitForFunction(() => 'callAll' in globalThis);
  });

  afterAll(async () => {
    await browser?.close();
    site?.close();
  });

  /** Makes every call with these permissions. Returns the result of each call, and the requests. */
  async function calls({ methods, headers, expose }: Leave) {
    const asked: Asked[] = [];
    const cors = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': headers.join(', '),
      'access-control-expose-headers': expose.join(', '),
    };
    // Each call of `calls` needs a new backend on a new port, because browsers cache the answers to preflights.
    const backend = await startDeviating(async (it, ask) => {
      asked.push(it);
      const isBusy = asked.filter(({ name, method }) => name === 'GetInfo' && method === 'GET');
      if (isBusy.length > 1 && it.name === 'GetInfo' && it.method === 'GET')
        return { status: 503, headers: { ...cors, 'retry-after': '7' }, body: '{}' };
      const reply = await ask();
      return { ...reply, headers: { ...reply.headers, ...cors } };
    }, true);
    try {
      const args = [backend.address, applicationKey, jpeg('photo').toString('base64')] as const;
      const came = await page.evaluate((given) => callAll(...given), args);
      const wholes = asked.filter(
        ({ headers: sent, method, name }) =>
          method === 'POST' && name === 'SaveIdDocument' && sent['upload-complete'] === undefined,
      );
      // The app always sends the first file in one request.
      const isWhole = came.resumableUpload === 'done' && wholes.length > 1;
      return {
        came: { ...came, resumableUpload: isWhole ? 'whole' : came.resumableUpload },
        asked,
      };
    } finally {
      await backend.stop();
    }
  }

  const everything = {
    info: 'done',
    whole: 'done',
    resumableUpload: 'done',
    form: 'refused',
    removal: 'done',
    retryAfter: '7',
  };

  it('can make every call if the backend sends the headers of docs/own-backend.md, after a preflight', async () => {
    const { asked, came } = await calls(all);
    expect(came).toEqual(everything);
    const askedFor = new Set(
      asked.filter(isPreflight).map(({ headers }) => headers['access-control-request-method']),
    );
    // There is no preflight for OPTIONS: the upload's own preflight already allowed it at that address.
    expect(askedFor).toEqual(new Set(['GET', 'POST', 'PATCH', 'DELETE']));
  });

  it.each([
    ...all.methods.filter((method) => !NEED_NO_LEAVE.includes(method)),
    ...all.headers,
    ...all.expose.filter((name) => name !== 'upload-limit' && name !== 'accept-patch'),
  ])('can’t do all where %s is missing', async (gone) => {
    const { came } = await calls(without(gone));
    expect(came).not.toEqual(everything);
  });

  it('learns from either of two headers that the backend resumes uploads', async () => {
    const { came } = await calls(without('upload-limit', 'accept-patch'));
    expect(came).toEqual({ ...everything, resumableUpload: 'whole' });
    expect((await calls(without('upload-limit'))).came).toEqual(everything);
    expect((await calls(without('accept-patch'))).came).toEqual(everything);
  });

  it('sends everything except resumable uploads if the backend allows only the calls', async () => {
    expect((await calls(forCalls)).came).toEqual({ ...everything, resumableUpload: 'whole' });
  });

  /** Registers `times` forms at a naive backend. The backend takes every call, and nothing but the calls. */
  async function registered(times: number, headers: readonly string[], answers: object = {}) {
    const asked: Asked[] = [];
    const cors = {
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': headers.join(', '),
      'access-control-max-age': '600',
      'content-type': 'application/json',
      ...answers,
    };
    const backend = await startDeviating(async (it) => {
      asked.push(it);
      const formGuid = randomUUID();
      const body = { wasSuccessful: true, heading: '', description: '', modelState: {}, formGuid };
      return isPreflight(it)
        ? { status: 204, headers: cors, body: '' }
        : { status: 200, headers: cors, body: JSON.stringify(body) };
    }, true);
    try {
      const args = [backend.address, applicationKey, times] as const;
      const words = await page.evaluate((given) => registerOften(...given), args);
      const preflights = asked.filter(isPreflight).length;
      return { words, preflights, calls: asked.length - preflights, asked };
    } finally {
      await backend.stop();
    }
  }

  it.each([
    ['says no-store', { 'cache-control': 'no-store' }],
    ['says nothing of caching', {}],
  ])('asks for leave once for each address where GetInfo %s', async (_, answers) => {
    const { calls: count, preflights, words } = await registered(4, forCalls.headers, answers);
    expect(new Set(words)).toEqual(new Set(['done']));
    expect(count).toBe(24);
    // One for each address: GetInfo, RegisterSim, SaveSignature, SaveIdDocument.
    expect(preflights).toBe(4);
  });

  it('gets a new answer to each GetInfo, even if the backend allows caching', async () => {
    const cached = { 'cache-control': 'public, max-age=600' };
    const { asked } = await registered(3, forCalls.headers, cached);
    const infos = asked.filter((it) => it.name === 'GetInfo' && !isPreflight(it));
    expect(infos.length).toBe(4);
  });

  it('sends without the idempotency header if the preflight refuses it', async () => {
    const names = ['content-type', 'x-application-key', 'x-device-identifier'];
    const { asked, words } = await registered(2, names);
    // After two failed calls the app knows of the refusal. From then on every call succeeds.
    expect(words).toEqual(['done', 'unanswered', 'unanswered', ...Array(9).fill('done')]);
    expect(asked.some((it) => 'idempotency-key' in it.headers)).toBe(false);
  });
});
