import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '../../../server/app.ts';
import { createLog } from '../../../server/log.ts';
import { newMemoryState, openMemoryRepository } from '../../support/server/memory-repository.ts';
import { openMemoryFileStore, openMemoryPartials } from '../../support/server/memory-stores.ts';
import { newRing } from '../../support/server/stored-forms.ts';
import { expectDocumented } from './documented.ts';
import { applicationKey } from './harness.ts';

export type Asked = Readonly<{
  method: string;
  /** The last part of the call's path: 'RegisterSim'. */
  name: string;
  query: string;
  headers: Record<string, string | undefined>;
  body: Buffer;
}>;

export type Reply = Readonly<{
  status: number;
  headers: Readonly<Record<string, string | readonly string[]>>;
  body: string;
}>;

/** Runs between caller and backend. It passes a call on with `ask`, or it answers. 'reset' resets the connection. */
export type Deviation = (asked: Asked, ask: () => Promise<Reply>) => Promise<Reply | 'reset'>;

export const APP_ORIGIN = 'https://app.operator.example';

export type DeviatingBackend = Readonly<{ address: string; stop: () => Promise<void> }>;

/**
 * Starts our own server over stores in memory, with a deviation. `isElsewhere`: with the CORS headers for an app of another origin,
 * and without an anti-forgery check, which such an app cannot pass. `announce`: the server tells phones of verdicts.
 */
export async function startDeviating(
  deviation: Deviation,
  isElsewhere = false,
  announce = false,
): Promise<DeviatingBackend> {
  const now = () => Date.now();
  const app = await buildApp({
    repository: openMemoryRepository(newMemoryState()),
    files: openMemoryFileStore(),
    partials: openMemoryPartials(),
    tidyFiles: async () => {},
    uncommittedFiles: (_count, act) => act(),
    keys: newRing(),
    distDir: null,
    applicationKey,
    announce,
    now,
    log: createLog({ write: () => true }, now),
  });
  const honest = isElsewhere ? withCors(app) : askOf(app);
  const server = createServer((request, response) => {
    void answer(request, response, deviation, honest).catch(() => request.socket.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((stopped) => server.close(stopped));
      await app.close();
    },
  };
}

type Honest = (asked: Asked, url: string) => Promise<Reply>;

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  deviation: Deviation,
  honest: Honest,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
  const { method = 'GET', url = '/' } = request;
  const { pathname, search } = new URL(url, 'http://localhost');
  const asked: Asked = {
    method,
    name: pathname.split('/').at(-1) ?? '',
    query: search,
    headers: Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    ),
    body: Buffer.concat(chunks),
  };
  const reply = await deviation(asked, () => honest(asked, url));
  if (reply === 'reset') return void request.socket.resetAndDestroy();
  response.writeHead(reply.status, { ...reply.headers } as Record<string, string | string[]>);
  response.end(reply.body);
}

const askOf =
  (app: FastifyInstance): Honest =>
  async ({ method, headers, body }, url) => {
    const reply = await app.inject({
      method: method as 'GET',
      url,
      headers: headers as Record<string, string>,
      ...(body.length === 0 ? {} : { payload: body }),
    });
    const { 'content-length': _, connection: __, ...kept } = reply.headers;
    expectDocumented({
      method,
      url,
      status: reply.statusCode,
      type: reply.headers['content-type'] ?? null,
      text: reply.payload,
    });
    return {
      status: reply.statusCode,
      headers: { date: new Date().toUTCString(), ...(kept as Reply['headers']) },
      body: reply.payload,
    };
  };

function withCors(app: FastifyInstance): Honest {
  const ask = askOf(app);
  let token = '';
  return async (asked, url) => {
    const cors = {
      'access-control-allow-origin': APP_ORIGIN,
      'access-control-expose-headers': 'retry-after, idempotency-replayed',
    };
    if (asked.headers['access-control-request-method'] !== undefined) {
      const leave = {
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers':
          'content-type, accept, x-application-key, x-device-identifier, idempotency-key',
        'access-control-max-age': '600',
      };
      return { status: 204, headers: { ...cors, ...leave }, body: '' };
    }
    const { origin: _, 'sec-fetch-site': __, ...headers } = asked.headers;
    const own = token === '' ? {} : { cookie: `XSRF-TOKEN=${token}`, 'x-xsrf-token': token };
    const reply = await ask({ ...asked, headers: { ...headers, ...own } }, url);
    const { 'set-cookie': cookie, ...kept } = reply.headers;
    token = /XSRF-TOKEN=([^;]+)/.exec(String(cookie))?.[1] ?? token;
    return { ...reply, headers: { ...kept, ...cors } };
  };
}
