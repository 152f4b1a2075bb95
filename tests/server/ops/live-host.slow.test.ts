import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settingsFrom } from '../../../server/ops/operator-settings.ts';
import { liveHostWarning } from '../../../server/ops/serve.ts';
import { freePort, startServer } from '../support/process.ts';

let scratch: string;
beforeEach(() => {
  scratch = mkdtempSync(join(tmpdir(), 'veld-live-host-'));
  writeFileSync(join(scratch, 'index.html'), '<!doctype html>home');
  writeFileSync(join(scratch, 'app.html'), '<!doctype html>shell');
});
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

const build = (live: string) =>
  writeFileSync(join(scratch, '.api-addresses.json'), JSON.stringify({ local: '/api', live }));

const policyAt = (port: number, host: string) =>
  new Promise<string>((done, failed) => {
    get({ port, host: '127.0.0.1', path: '/', headers: { host } }, (reply) => {
      reply.resume();
      done(String(reply.headers['content-security-policy']));
    }).once('error', failed);
  });

describe('a server whose app is open to other machines', () => {
  it('warns that this build can never send, and starts', async () => {
    build('https://api.veld.example');
    const server = await startServer(join(scratch, 'data'), await freePort(), {
      HOST: '0.0.0.0',
      VELD_DIST_DIR: scratch,
    });
    expect(server.output()).toMatch(
      /^Warning: if it is opened at another host than localhost, .*VITE_API_LIVE=\/api/m,
    );

    build('https://api.operator.co.za/v1');
    expect(await policyAt(server.port, 'veld.co.za')).toContain(
      "connect-src 'self' https://api.operator.co.za;",
    );
    expect(await policyAt(server.port, 'localhost')).toContain("connect-src 'self';");
    await server.stop();
  });

  const words = (env: Record<string, string>) =>
    liveHostWarning(settingsFrom({ VELD_DIST_DIR: scratch, ...env }, scratch));

  it('is warned also behind a proxy, and not if only its own machine can open the app', async () => {
    build('https://api.veld.example');
    expect(await words({ VELD_TRUST_PROXY: 'loopback' })).toContain(
      'an example as its API address',
    );
    expect(await words({})).toBeNull();
    expect(await words({ HOST: '127.0.0.1' })).toBeNull();
  });

  it('is warned about a build without an API address, but not about a missing build', async () => {
    expect(await words({ HOST: '0.0.0.0' })).toContain('does not name its API address');
    expect(await words({ HOST: '0.0.0.0', VELD_DIST_DIR: join(scratch, 'none') })).toBeNull();
  });

  it.each(['/api', 'https://api.operator.co.za'])('is not warned about %s', async (live) => {
    build(live);
    expect(await words({ HOST: '0.0.0.0' })).toBeNull();
  });
});
