import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const KEY_BYTES = 32;
const IV_BYTES = 12;
const CIPHER = 'aes-256-gcm';

/** The server's keys as JSON Web Keys, so that other tools can make, store and use them too. */
export type Keys = Readonly<{
  /** The newest key comes first and encrypts. All keys decrypt. Each encrypted value names its key by `kid`. */
  documents: readonly Readonly<{ kty: 'oct'; kid: string; k: string }>[];
  /** The key of keyed hashes. It must stay the same, or the server no longer finds stored hashes. */
  index: Readonly<{ kty: 'oct'; k: string }>;
  /** The newest key comes first and signs. Signatures of all keys are accepted. */
  signing: readonly Readonly<{ kty: 'oct'; k: string }>[];
}>;

/** Encrypts the database's values and the files' keys, so that a copy of either reveals nothing. */
export type KeyRing = Readonly<{
  /** Encrypts a text as a JSON Web Encryption (compact, `dir`, A256GCM). Each result is different. */
  seal: (text: string) => string;
  /** Throws `CannotOpen` if the key is missing or the value is damaged. */
  open: (sealed: string) => string;
  /** A keyed hash. Equal texts have equal hashes within one `purpose`. Without the key, a hash reveals nothing else. */
  mac: (purpose: string, text: string) => Buffer;
  signing: readonly KeyObject[];
  /** `newest`: the `kid` of the key that encrypts. `kids`: those of all keys that decrypt. */
  newest: string;
  kids: readonly string[];
}>;

/** Thrown if the value's key is missing, or if the value is damaged. */
export class CannotOpen extends Error {}

const newKey = () => randomBytes(KEY_BYTES).toString('base64url');

export const newDocumentKey = (): Keys['documents'][number] => ({
  kty: 'oct',
  kid: randomBytes(8).toString('base64url'),
  k: newKey(),
});

export const newKeys = (): Keys => ({
  documents: [newDocumentKey()],
  index: { kty: 'oct', k: newKey() },
  signing: [{ kty: 'oct', k: newKey() }],
});

export function keyRing({ documents, index, signing }: Keys): KeyRing {
  const [newest] = documents;
  if (newest === undefined) throw new Error('A ring needs a key.');
  const keys = new Map(documents.map(({ kid, k }) => [kid, secretOf(k)]));
  const indexKey = secretOf(index.k);
  const header = encoded(JSON.stringify({ alg: 'dir', enc: 'A256GCM', kid: newest.kid }));
  const sealing = secretOf(newest.k);
  return {
    seal: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, sealing, iv).setAAD(Buffer.from(header));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return [header, '', ...[iv, bytes, cipher.getAuthTag()].map(encoded)].join('.');
    },
    open: (sealed) => {
      const [head = '', , iv = '', bytes = '', tag = ''] = sealed.split('.');
      const key = keys.get(kidIn(head));
      if (key === undefined) throw new CannotOpen('The key that sealed this is not there.');
      try {
        const decipher = createDecipheriv(CIPHER, key, decoded(iv))
          .setAAD(Buffer.from(head))
          .setAuthTag(decoded(tag));
        return decipher.update(decoded(bytes), undefined, 'utf8') + decipher.final('utf8');
      } catch (cause) {
        throw new CannotOpen('What was sealed is damaged.', { cause });
      }
    },
    mac: (purpose, text) => createHmac('sha256', indexKey).update(`${purpose}\0${text}`).digest(),
    signing: signing.map(({ k }) => secretOf(k)),
    newest: newest.kid,
    kids: [...keys.keys()],
  };
}

const secretOf = (k: string): KeyObject => createSecretKey(Buffer.from(k, 'base64url'));
const encoded = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64url');
const decoded = (text: string): Buffer => Buffer.from(text, 'base64url');

function kidIn(header: string): string {
  try {
    return String(Reflect.get(Object(JSON.parse(decoded(header).toString())), 'kid'));
  } catch {
    return '';
  }
}

/** Makes a keyed hash from a plain hash, as rows store it. It shows only whether two hashes are equal. */
export const keyedHash = ({ mac }: KeyRing, plain: string): string =>
  mac('request', plain).toString('base64url');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
