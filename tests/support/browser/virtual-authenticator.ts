import type { Page } from '@playwright/test';

/** A phone's own way to recognise its owner, in a page. */
export type VirtualAuthenticator = Readonly<{
  /** The phone's lock was changed, or the account that held them was removed. */
  forgetAll: () => Promise<void>;
  remove: () => Promise<void>;
}>;

/** @param hasPrf whether what its passkeys give opens a key */
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

/** The person cancels the next dialog of the phone. Chromium's own authenticator answers nobody any more once it said no. */
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
