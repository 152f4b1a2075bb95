import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fetchDocumented } from '../support/documented.ts';
import {
  freePort,
  type RunningServer,
  remotePhone,
  startServer,
  until,
} from '../support/process.ts';
import { filePart, formIdPart, jpeg } from '../support/samples.ts';

const saveId = '/api/SimRegistration/SaveIdDocument';

let dataDir: string;
let port: number;
let opsPort: number;
let server: RunningServer;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'veld-operated-'));
  [port, opsPort] = await Promise.all([freePort(), freePort()]);
});
afterEach(async () => {
  await server.kill();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = async (path: string) => {
  // This port is not the API's, so the API's description does not have its answers.
  const reply = await globalThis.fetch(`http://127.0.0.1:${opsPort}${path}`);
  return [reply.status, await reply.text()] as const;
};

/** Sends a call. The connection stays open if the server allows it. */
const over = (agent: Agent, path: string) =>
  new Promise<{ status: number | undefined; connection: string | undefined }>((done, failed) => {
    request({ agent, port, host: '127.0.0.1', path }, (reply) => {
      reply.resume();
      reply.on('end', () =>
        done({ status: reply.statusCode, connection: reply.headers.connection }),
      );
    })
      .once('error', failed)
      .end();
  });

describe('a server with an operator’s port', () => {
  it('reports there that it lives, is ready, and its counters', async () => {
    server = await startServer(dataDir, port, { VELD_OPS_PORT: String(opsPort) });
    await remotePhone(port, randomUUID()).newForm();
    expect(await ask('/livez')).toEqual([200, 'ok\n']);
    expect(await ask('/readyz')).toEqual([200, 'ready\n']);
    const [status, text] = await ask('/metrics');
    expect([status, text.includes('route="/api/Info/GetInfo",status="200"} 1')]).toEqual([
      200,
      true,
    ]);
    expect((await ask('/api/health'))[0]).toBe(404);
    const page = await fetchDocumented(`http://127.0.0.1:${port}/metrics`);
    expect(await page.text()).not.toContain('veld_');
  });

  it('is not ready from the stop signal on, serves the last calls, and cuts none', async () => {
    server = await startServer(dataDir, port, {
      VELD_OPS_PORT: String(opsPort),
      VELD_DRAIN_MS: '1500',
      VELD_STOP_MS: '30000',
    });
    const phone = remotePhone(port, randomUUID());
    const photo = filePart('a.jpg', jpeg('a', 300_000));
    const slow = phone.uploadPartly(saveId, [formIdPart(await phone.newForm()), photo], 100_000);
    const agent = new Agent({ keepAlive: true });
    expect((await over(agent, '/api/health')).connection).toBe('keep-alive');

    const stopped = server.stop();
    await until(() => server.output().includes('"stopping"'));
    expect(await ask('/readyz')).toEqual([503, 'not ready\n']);
    expect((await ask('/livez'))[0]).toBe(200);
    expect(await over(agent, '/api/health')).toEqual({ status: 200, connection: 'close' });
    const quick = phone.upload(saveId, [formIdPart(await phone.newForm()), photo]);
    expect((await quick).status).toBe(200);

    // Then the server takes no new connection, but the slow upload still succeeds.
    await until(() =>
      over(new Agent(), '/api/health').then(
        () => false,
        () => true,
      ),
    );
    slow.rest();
    await until(() => slow.answer().includes('"wasSuccessful":true'));
    expect(await stopped).toBe(0);
  });

  it('ends with a message if that port is in use', async () => {
    server = await startServer(dataDir, port, { VELD_OPS_PORT: String(opsPort) });
    const other = startServer(join(dataDir, 'other'), await freePort(), {
      VELD_OPS_PORT: String(opsPort),
    });
    await expect(other).rejects.toThrow(/Port \d+ is taken. Set VELD_OPS_PORT to another one/);
  });
});
