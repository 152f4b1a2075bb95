import type { Page } from '@playwright/test';

/** Chromium's virtual authenticator in a page. It stands for the phone's fingerprint or screen lock. */
export type VirtualAuthenticator = Readonly<{
  /** Deletes all passkeys, as if the phone's lock was changed or the account with the passkeys was removed. */
  forgetAll: () => Promise<void>;
  remove: () => Promise<void>;
}>;

/** @param hasPrf true if its passkeys give output from which a key can be derived */
export async function addAuthenticator(
  page: Page,
  { hasPrf }: Readonly<{ hasPrf: boolean }>,
): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      hasPrf,
    },
  });
  return {
    forgetAll: async () => {
      await session.send('WebAuthn.clearCredentials', { authenticatorId });
    },
    remove: async () => {
      await session.detach();
    },
  };
}

/** The person cancels the phone's next dialog. Chromium's authenticator can't do this: after one refusal it answers no request. */
export const cancelNext = (page: Page, which: 'create' | 'get'): Promise<void> =>
  page.evaluate((name) => {
    const { credentials } = navigator;
    Object.defineProperty(credentials, name, {
      configurable: true,
      value: () => {
        Reflect.deleteProperty(credentials, name);
        return Promise.reject(new DOMException('', 'NotAllowedError'));
      },
    });
  }, which);
