import type { Passkeys } from '../seal/passkey/passkeys.ts';
import { platformPasskeys } from '../seal/passkey/platform-passkeys.ts';

/** The browser's; it has none where the address is not safe, and none in old ones. */
export function passkeysHere(): Passkeys {
  const { PublicKeyCredential: kind } = globalThis;
  return platformPasskeys({
    credentials: kind && navigator.credentials,
    isPlatformThere: kind?.isUserVerifyingPlatformAuthenticatorAvailable?.bind(kind),
  });
}
