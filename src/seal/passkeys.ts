import type { Bytes } from './bytes.ts';

/** The id of a passkey of this phone, and the input for its evaluation. Both are stored in the key slot, and neither is secret. */
export type Passkey = Readonly<{ credential: Bytes; input: Bytes }>;

/**
 * `refused`: the person cancelled, the phone did not recognise the person, the time was over, or the passkey is gone. The browser does
 * not tell which. `unable`: this phone's passkeys do not return key material.
 */
export type PrfUnavailable = Readonly<{ status: 'refused' | 'unable' }>;

/**
 * Passkeys of this phone, unlocked by fingerprint, face or the phone's PIN. Through WebAuthn's extension 'prf', a passkey returns the
 * same 32 bytes for the same input. A port, so that tests need no authenticator.
 */
export type Passkeys = Readonly<{
  /** Whether this phone can recognise its owner. Only a created passkey shows whether the phone supports 'prf'. */
  areThere: () => Promise<boolean>;
  /** `create` and `evaluate` show the phone's dialog. The browser allows that only just after a press. */
  create: () => Promise<
    Readonly<{ status: 'created'; passkey: Passkey; bytes: Bytes }> | PrfUnavailable
  >;
  evaluate: (
    passkey: Passkey,
  ) => Promise<Readonly<{ status: 'evaluated'; bytes: Bytes }> | PrfUnavailable>;
}>;
