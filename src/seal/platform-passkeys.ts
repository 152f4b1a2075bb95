import { type Bytes, randomBytes } from './bytes.ts';
import type { Passkey, Passkeys, PrfUnavailable } from './passkeys.ts';

/** The used functions of the browser. Undefined if the browser lacks them. */
export type PasskeyBrowser = Readonly<{
  credentials: Pick<CredentialsContainer, 'create' | 'get'> | undefined;
  isPlatformThere: (() => Promise<boolean>) | undefined;
}>;

const RANDOM_BYTES = 32;
const USER_ID_BYTES = 16;
const LIMIT_MS = 60_000;

/** The name in the phone's own list of passkeys. */
const NAME = 'Veld';

/** ES256 and RS256, the algorithms of platform passkeys. The app does not use the signature. */
const ALGORITHMS = [-7, -257];

const REFUSED: PrfUnavailable = { status: 'refused' };
const UNABLE: PrfUnavailable = { status: 'unable' };

/** The browser throws 'NotAllowedError' for every refusal by the person or the phone. */
const whyNot = (error: unknown): PrfUnavailable =>
  error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)
    ? REFUSED
    : UNABLE;

const extensions = (input: Bytes): AuthenticationExtensionsClientInputs => ({
  prf: { eval: { first: input } },
});

const prfOf = (credential: Credential | null) =>
  credential instanceof PublicKeyCredential
    ? credential.getClientExtensionResults().prf
    : undefined;

function bytesOfPrf(credential: Credential | null): Bytes | null {
  const first = prfOf(credential)?.results?.first;
  if (first === undefined) return null;
  return first instanceof ArrayBuffer
    ? new Uint8Array(first)
    : new Uint8Array(first.buffer as ArrayBuffer, first.byteOffset, first.byteLength).slice();
}

/** Passkeys of the phone itself. Security keys and other phones are excluded. */
export function platformPasskeys({ credentials, isPlatformThere }: PasskeyBrowser): Passkeys {
  async function evaluate({ credential, input }: Passkey) {
    try {
      const bytes = bytesOfPrf(
        (await credentials?.get({
          publicKey: {
            challenge: randomBytes(RANDOM_BYTES),
            allowCredentials: [{ type: 'public-key', id: credential, transports: ['internal'] }],
            userVerification: 'required',
            timeout: LIMIT_MS,
            extensions: extensions(input),
          },
        })) ?? null,
      );
      return bytes === null ? UNABLE : ({ status: 'evaluated', bytes } as const);
    } catch (error) {
      return whyNot(error);
    }
  }

  return {
    areThere: async () =>
      credentials !== undefined && ((await isPlatformThere?.().catch(() => false)) ?? false),

    async create() {
      const input = randomBytes(RANDOM_BYTES);
      try {
        const made = await credentials?.create({
          publicKey: {
            rp: { name: NAME },
            user: { id: randomBytes(USER_ID_BYTES), name: NAME, displayName: NAME },
            challenge: randomBytes(RANDOM_BYTES),
            pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
            authenticatorSelection: {
              authenticatorAttachment: 'platform',
              residentKey: 'preferred',
              userVerification: 'required',
            },
            timeout: LIMIT_MS,
            extensions: extensions(input),
          },
        });
        if (!(made instanceof PublicKeyCredential) || prfOf(made)?.enabled !== true) return UNABLE;
        const passkey = { credential: new Uint8Array(made.rawId), input };
        // Some browsers do not evaluate the passkey in the call that creates it, so a second call does.
        const bytes = bytesOfPrf(made);
        if (bytes !== null) return { status: 'created', passkey, bytes };
        const asked = await evaluate(passkey);
        return asked.status === 'evaluated'
          ? { status: 'created', passkey, bytes: asked.bytes }
          : asked;
      } catch (error) {
        return whyNot(error);
      }
    },

    evaluate,
  };
}
