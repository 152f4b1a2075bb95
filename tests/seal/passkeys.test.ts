import { describe, expect, it } from 'vitest';
import { platformPasskeys } from '../../src/seal/platform-passkeys.ts';
import { passkeyChecks, passkeyChecksWithoutPrf } from '../support/conformance/passkeys.ts';
import { ModelAuthenticator } from '../support/fakes/model-authenticator.ts';

describe('passkeys without an authenticator', () => {
  it.each(Object.entries(passkeyChecks))('%s', (_, check) =>
    check(new ModelAuthenticator().passkeys),
  );

  it.each(Object.entries(passkeyChecksWithoutPrf))('%s', (_, check) => {
    const authenticator = new ModelAuthenticator();
    authenticator.hasPrf = false;
    return check(authenticator.passkeys);
  });
});

describe('a browser', () => {
  const passkey = { credential: new Uint8Array(16), input: new Uint8Array(32) };

  it('without passkeys reports none, and returns an error to a caller', async () => {
    const none = platformPasskeys({ credentials: undefined, isPlatformThere: undefined });
    expect(await none.areThere()).toBe(false);
    expect(await none.create()).toEqual({ status: 'unable' });
    expect(await none.evaluate(passkey)).toEqual({ status: 'unable' });
  });

  it('has none if the browser cannot tell whether the phone verifies its owner', async () => {
    const credentials = { create: async () => null, get: async () => null };
    const isPlatformThere = () => Promise.reject(new Error('Not now.'));
    expect(await platformPasskeys({ credentials, isPlatformThere }).areThere()).toBe(false);
  });

  it.each([
    ['NotAllowedError', 'refused'],
    ['AbortError', 'refused'],
    ['SecurityError', 'unable'],
    ['NotSupportedError', 'unable'],
  ])('that answers %s has %s', async (name, status) => {
    const fail = () => Promise.reject(new DOMException('', name));
    const passkeys = platformPasskeys({
      credentials: { create: fail, get: fail },
      isPlatformThere: async () => true,
    });
    expect(await passkeys.create()).toEqual({ status });
    expect(await passkeys.evaluate(passkey)).toEqual({ status });
  });
});
