import { joined } from '../../../src/seal/bytes.ts';
import type { Passkey, Passkeys } from '../../../src/seal/passkeys.ts';

/** A model of a phone's authenticator. */
export class ModelAuthenticator {
  /** Whether the phone has one. */
  isThere = true;
  /** Whether what its passkeys give can open something. */
  hasPrf = true;
  /** Whether the person, or the phone, says no. */
  isRefusing = false;
  /** Runs while the phone shows its dialog. */
  onAsked: () => void = () => undefined;
  readonly #secrets = new Map<string, Uint8Array<ArrayBuffer>>();

  /** The phone's lock was changed, or the account was removed. */
  forgetAll(): void {
    this.#secrets.clear();
  }

  readonly passkeys: Passkeys = {
    areThere: async () => this.isThere,

    create: async () => {
      this.onAsked();
      if (this.isRefusing) return { status: 'refused' };
      if (!this.isThere || !this.hasPrf) return { status: 'unable' };
      const random = () => crypto.getRandomValues(new Uint8Array(32));
      const passkey = { credential: random(), input: random() };
      this.#secrets.set(passkey.credential.join(), random());
      const given = await this.#give(passkey);
      return given.status === 'evaluated' ? { ...given, status: 'created', passkey } : given;
    },

    evaluate: async (passkey) => {
      this.onAsked();
      return this.isRefusing ? { status: 'refused' } : this.#give(passkey);
    },
  };

  async #give({ credential, input }: Passkey) {
    const secret = this.#secrets.get(credential.join());
    if (secret === undefined) return { status: 'refused' } as const;
    const bytes = await crypto.subtle.digest('SHA-256', joined(secret, input));
    return { status: 'evaluated', bytes: new Uint8Array(bytes) } as const;
  }
}
