import { joined } from '../../../src/seal/bytes.ts';
import type { Passkey, Passkeys } from '../../../src/seal/passkeys.ts';

/** A model of a phone's authenticator. */
export class ModelAuthenticator {
  /** True if the phone has an authenticator. */
  isThere = true;
  /** True if its passkeys give output from which a key can be derived. */
  hasPrf = true;
  /** True if the person or the phone refuses. */
  isRefusing = false;
  /** Runs while the phone shows its dialog. */
  onAsked: () => void = () => undefined;
  readonly #secrets = new Map<string, Uint8Array<ArrayBuffer>>();

  /** Deletes all passkeys, as if the phone's lock was changed or the account was removed. */
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
