import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FaultKind,
  FaultProxy,
  randomFaults,
  scripted,
} from '../support/network/fault-proxy.ts';

let backend: Server;
let proxy: FaultProxy;
let bodies: string[];
const answerText = JSON.stringify({ wasSuccessful: true, description: 'x'.repeat(100) });

beforeEach(async () => {
  bodies = [];
  backend = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    if (request.method === 'POST') bodies.push(body);
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerText);
  });
  await new Promise<void>((resolve) => backend.listen(0, 'localhost', resolve));
  proxy = await FaultProxy.start(`http://localhost:${(backend.address() as AddressInfo).port}`);
});

afterEach(async () => {
  await proxy.stop();
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

const post = (timeoutMs = 5000) =>
  fetch(`${proxy.address}/api/x`, {
    method: 'POST',
    body: 'hello',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });

async function under(fault: FaultKind): Promise<Response> {
  proxy.follow(scripted(Array.from({ length: 20 }, () => fault)));
  return post(1000);
}

describe('the fault proxy', () => {
  it('passes every call if it has no plan', async () => {
    const answer = await post();
    expect(await answer.text()).toBe(answerText);
    expect(bodies).toEqual(['hello']);
    expect(proxy.total).toBe(0);
  });

  it('never harms the app itself', async () => {
    proxy.follow(() => 'resetBefore');
    expect((await fetch(`${proxy.address}/assets/app.js`)).status).toBe(200);
  });

  it.each(['resetBefore', 'resetInBody', 'hang', 'html', 'redirect', 'status503'] as const)(
    'keeps a request from the backend: %s',
    async (fault) => {
      await under(fault).catch(() => undefined);
      expect(bodies).toEqual([]);
      expect(proxy.counts[fault]).toBeGreaterThan(0);
    },
  );

  it.each(['resetAfter', 'endAfter', 'truncate'] as const)(
    'passes the call to the backend and loses its answer: %s',
    async (fault) => {
      await expect(under(fault).then((answer) => answer.text())).rejects.toThrow();
      expect(bodies.length).toBeGreaterThan(0);
    },
  );

  it('answers as a captive portal would', async () => {
    expect((await under('html')).headers.get('content-type')).toBe('text/html');
    await expect(under('redirect')).rejects.toThrow();
  });

  it.each([408, 429, 500, 502, 503] as const)('answers %i by itself', async (status) => {
    expect((await under(`status${status}`)).status).toBe(status);
  });

  it('sends the same request twice', async () => {
    expect((await under('twin')).status).toBe(200);
    expect(bodies).toEqual(['hello', 'hello']);
    expect((await under('lateTwin')).status).toBe(200);
    await expect.poll(() => bodies.length).toBe(4);
  });

  it('lets a slow answer arrive whole', async () => {
    expect(await (await under('trickle')).text()).toBe(answerText);
  });

  it('ends hanging calls when the faults stop', async () => {
    proxy.follow(() => 'hang');
    const hung = post().catch(() => 'ended');
    await expect.poll(() => proxy.total).toBe(1);
    proxy.calm();
    expect(await hung).toBe('ended');
    expect((await post()).status).toBe(200);
  });

  it('draws the same faults from the same seed', () => {
    const draw = (seed: number) => {
      const plan = randomFaults(seed, 0.5);
      return Array.from({ length: 50 }, (_, index) => plan({ method: 'POST', path: '/', index }));
    };
    expect(draw(7)).toEqual(draw(7));
    expect(draw(7)).not.toEqual(draw(8));
  });

  it('resets connections while the backend is down', async () => {
    backend.closeAllConnections();
    await new Promise((resolve) => backend.close(resolve));
    await expect(post()).rejects.toThrow();
    backend.listen(0);
  });
});
