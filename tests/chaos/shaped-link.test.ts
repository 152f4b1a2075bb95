import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LinkOptions, ShapedLink } from '../support/network/shaped-link.ts';

let backend: Server;
let received = 0;
let bodies: Buffer[] = [];
let link: ShapedLink | undefined;

beforeEach(async () => {
  received = 0;
  bodies = [];
  backend = createServer(async (request, response) => {
    try {
      for await (const chunk of request) {
        bodies.push(chunk as Buffer);
        received += (chunk as Buffer).length;
      }
      response.end('ok');
    } catch {
      // The link was cut in the middle of the request.
    }
  });
  await new Promise<void>((resolve) => backend.listen(0, 'localhost', resolve));
});

afterEach(async () => {
  await link?.stop();
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

async function open(options: Partial<LinkOptions>): Promise<string> {
  const address = `http://localhost:${(backend.address() as AddressInfo).port}`;
  link = await ShapedLink.start(address, {
    upKbits: 800,
    downKbits: 800,
    roundTripMs: 0,
    ...options,
  });
  return link.address;
}

const send = (address: string, bytes: number) =>
  fetch(address, { method: 'POST', body: new Uint8Array(bytes) }).then((answer) => answer.text());

describe('the shaped link', () => {
  it('takes the time that its bandwidth needs, however many connections share it', async () => {
    const address = await open({});
    const started = performance.now();
    await Promise.all([send(address, 25_000), send(address, 25_000)]);
    const took = performance.now() - started;
    // 50 kB at 100 kB/s.
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(5000);
    expect(received).toBe(50_000);
  });

  it('keeps the order of bytes, however busy the machine is', async () => {
    const address = await open({ upKbits: 8000, roundTripMs: 20 });
    const bytes = new Uint8Array(200_000).map((_, index) => index % 251);
    const busy = setInterval(() => {
      const until = performance.now() + 15;
      while (performance.now() < until);
    }, 20);
    await fetch(address, { method: 'POST', body: bytes }).then((answer) => answer.text());
    clearInterval(busy);
    expect(Buffer.concat(bodies).equals(bytes)).toBe(true);
  });

  it('counts the bytes that crossed it', async () => {
    const address = await open({});
    await send(address, 20_000);
    expect(link?.bytesUp).toBeGreaterThan(20_000);
    expect(link?.bytesUp).toBeLessThan(21_000);
  });

  it('costs a round trip for a connection and one for a request', async () => {
    const address = await open({ upKbits: 80_000, downKbits: 80_000, roundTripMs: 200 });
    const started = performance.now();
    await send(address, 10);
    expect(performance.now() - started).toBeGreaterThan(390);
  });

  it('breaks connections when it is cut, and carries new ones after the outage', async () => {
    const address = await open({ cutEveryMs: 300, outageMs: 50 });
    await expect(send(address, 100_000)).rejects.toThrow();
    expect(link?.cuts).toBeGreaterThan(0);
    await expect.poll(() => send(address, 10).catch(() => 'cut')).toBe('ok');
  });

  it('breaks after a number of bytes up, and again after as many', async () => {
    const address = await open({ cutEveryBytesUp: 50_000, outageMs: 0 });
    await send(address, 30_000);
    expect(link?.cuts).toBe(0);
    await expect(send(address, 100_000)).rejects.toThrow();
    expect(link?.cuts).toBe(1);
    await expect(send(address, 100_000)).rejects.toThrow();
    expect(link?.cuts).toBe(2);
  });
});
