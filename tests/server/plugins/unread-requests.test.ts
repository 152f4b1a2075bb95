import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchDocumented } from '../support/documented.ts';
import { type Harness, openHarness } from '../support/harness.ts';
import { freePort } from '../support/process.ts';

let server: Harness;
let port: number;
beforeEach(async () => {
  server = await openHarness({
    limits: { maxHeadersMs: 200, maxRequestMs: 400, connectionCheckMs: 50 },
  });
  port = await freePort();
  await server.app.listen({ port, host: '127.0.0.1' });
});
afterEach(() => server.close());

/** Sends these bytes and nothing more. Returns the answer's status, content type and body. */
async function answerTo(bytes: string) {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  let text = '';
  socket.on('data', (part: string) => {
    text += part;
  });
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    type: /content-type: ([^;\r]*)/i.exec(head)?.[1],
    body: JSON.parse(body) as unknown,
  };
}

const head = 'POST /api/SimRegistration/RegisterSim HTTP/1.1\r\nhost: localhost\r\n';
const aProblem = (status: number, title: string) => ({
  status,
  type: 'application/json',
  body: { type: 'about:blank', title, status, traceId: expect.any(String) as string },
});

describe('a request that reaches no route', () => {
  it.each([
    ['ends in the middle of its headers', head, aProblem(408, 'Request timeout')],
    ['is no HTTP', 'hello\r\n\r\n', aProblem(400, 'Bad request')],
    [
      'has too long headers',
      `${head}x: ${'x'.repeat(17_000)}\r\n\r\n`,
      aProblem(431, 'Bad request'),
    ],
  ])('gets a problem as its answer if it %s', async (_case, bytes, answer) => {
    expect(await answerTo(bytes)).toEqual(answer);
  });
});

describe('a request whose connection is already cut', () => {
  it.each([
    ['GET', '/api/Info/GetInfo', null],
    ['POST', '/api/csp-report', '{}'],
  ])('is no failure of the server: %s %s', async (method, path, body) => {
    server.app.server.prependOnceListener('request', ({ socket }) => socket.destroy());
    const headers = body === null ? {} : { 'content-type': 'application/csp-report' };
    const send = () =>
      fetchDocumented(`http://127.0.0.1:${port}${path}`, { method, headers, body });
    await expect(send()).rejects.toThrow();
    // By the next answer, the first request is over.
    expect((await send()).status).toBeLessThan(500);
    expect(server.logged()).not.toContain('"level":"error"');
  });
});
