import type { Bytes } from './bytes.ts';

/** A passkey of this phone, and the input of its evaluation. Stored with the key slot. Neither is secret. */
export type Passkey = Readonly<{ credential: Bytes; input: Bytes }>;

/**
 * `refused`: the person said no, the phone did not recognise them, the time was over, or the passkey is gone. The browser does not
 * tell which. `unable`: this phone's passkeys give no key material.
 */
export type PrfUnavailable = Readonly<{ status: 'refused' | 'unable' }>;

/**
 * Passkeys of this phone, unlocked by fingerprint, face or the phone's PIN. Each gives the same 32 bytes every time, through
 * WebAuthn's extension 'prf'. A port: tests need no authenticator.
 */
export type Passkeys = Readonly<{
  /** Whether this phone can recognise its owner. Whether its passkeys support 'prf' is known only after one is created. */
  areThere: () => Promise<boolean>;
  /** Both show the phone's own dialog, so the person must have pressed something just before. */
  create: () => Promise<
    Readonly<{ status: 'created'; passkey: Passkey; bytes: Bytes }> | PrfUnavailable
  >;
  evaluate: (
    passkey: Passkey,
  ) => Promise<Readonly<{ status: 'evaluated'; bytes: Bytes }> | PrfUnavailable>;
}>;
