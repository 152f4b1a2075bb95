import type { Bytes } from './bytes.ts';

/** Which passkey of this phone, and what it is asked. Kept with what it opens; neither is a secret. */
export type Passkey = Readonly<{ credential: Bytes; input: Bytes }>;

/**
 * `refused`: the person turned it down, the phone did not recognise them, it took too long, or the passkey is gone: no browser says
 * which. `unable`: this phone's passkeys give nothing that opens a key.
 */
export type NotEvaluated = Readonly<{ status: 'refused' | 'unable' }>;

/**
 * What the phone gives for a finger, a face, or its own PIN: 32 bytes, the same each time, that nobody has without (WebAuthn's
 * extension 'prf'). A port, as all cryptography: tests have one without an authenticator.
 */
export type Passkeys = Readonly<{
  /** Whether this phone has a way to recognise its owner. What its passkeys can do is known once one is made. */
  areThere: () => Promise<boolean>;
  /** Both show the phone's own dialog, so that somebody must have pressed something a moment ago. */
  create: () => Promise<
    Readonly<{ status: 'created'; passkey: Passkey; bytes: Bytes }> | NotEvaluated
  >;
  evaluate: (
    passkey: Passkey,
  ) => Promise<Readonly<{ status: 'evaluated'; bytes: Bytes }> | NotEvaluated>;
}>;
