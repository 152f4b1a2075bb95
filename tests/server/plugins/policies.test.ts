import { describe, expect, it } from 'vitest';
import { policiesFor } from '../../../server/plugins/policies.ts';

describe('the addresses that the app may call', () => {
  const connectSrc = (policy: string) => /connect-src ([^;]*)/.exec(policy)?.[1];

  it('are its own origin only, unless the operator names others', () => {
    const { app, worker } = policiesFor([]);
    expect([app('<p>'), worker('ngsw-worker.js')].map(connectSrc)).toEqual(["'self'", "'self'"]);
  });

  it('include the operator’s, for page and worker', () => {
    const { app, signIn, worker } = policiesFor(['https://api.example', 'http://10.0.0.1:8080']);
    const wanted = "'self' https://api.example http://10.0.0.1:8080";
    expect([app('<p>'), worker('ngsw-worker.js')].map(connectSrc)).toEqual([wanted, wanted]);
    expect(connectSrc(signIn)).toBe("'self' https://accounts.google.com/gsi/");
  });

  it('are none for the worker that stretches PINs, which alone may run WebAssembly', () => {
    const { app, signIn, worker } = policiesFor([]);
    for (const file of ['assets/unlock-worker-Ab_3-x.js', 'assets/scan-worker-Ab_3-x.js'])
      expect(worker(file)).toBe("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'");
    const others = ['ngsw-worker.js', 'assets/shrink-worker-x.js', 'unlock-worker-x.js'];
    for (const policy of [app('<p>'), signIn, ...others.map(worker)])
      expect(policy).not.toContain('wasm');
  });

  it.each([
    'https://api.example/',
    'api.example',
    '*',
    "'unsafe-inline'",
    'https://a.example; script-src *',
    'https://a.example\r\nX: y',
  ])('is never widened by %j', (text) => {
    expect(() => policiesFor([text])).toThrow(/Not an origin/);
  });
});
