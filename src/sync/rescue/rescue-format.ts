import * as v from 'valibot';
import { formKindRows } from '../../domain/forms/form-kinds.ts';
import { isWireFileName, sentTypes } from '../../domain/forms/sent-files.ts';
import { type Contents, decodeContents } from '../../store/format/contents.ts';

/** OWASP's iterations for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
export const MIN_ITERATIONS = 600_000;
/** The app never writes a file with more iterations. Such a file would only block the phone. */
const MAX_ITERATIONS = 5_000_000;

/** The bytes that encryption adds to each part: AES-GCM's tag. */
export const SEAL_BYTES = 16;

export type Bytes = Uint8Array<ArrayBuffer>;

/** AES-256-GCM with a key from a passphrase. Each file has its own key, so a counter is a safe nonce. */
export type Sealer = Readonly<{
  seal: (index: number, plain: Bytes) => Promise<Bytes>;
  /** Returns null if the part is damaged, from another place or file, or encrypted with another passphrase. */
  open: (index: number, sealed: Bytes) => Promise<Bytes | null>;
}>;

/** @param about the hash of the file's header, which is authenticated with every part */
export async function sealerFor(
  passphrase: string,
  salt: Bytes,
  iterations: number,
  about: string,
): Promise<Sealer> {
  const secret = new TextEncoder().encode(passphrase.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
  const key = await crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
  const algorithm = (index: number): AesGcmParams => {
    const iv = new Uint8Array(12);
    new DataView(iv.buffer).setUint32(8, index);
    return {
      name: 'AES-GCM',
      iv,
      additionalData: new TextEncoder().encode(`${about}/${index}`),
    };
  };
  return {
    seal: async (index, plain) =>
      new Uint8Array(await crypto.subtle.encrypt(algorithm(index), key, plain)),
    open: async (index, sealed) => {
      try {
        return new Uint8Array(await crypto.subtle.decrypt(algorithm(index), key, sealed));
      } catch {
        return null;
      }
    },
  };
}

export const toBase64 = (bytes: Bytes): string => btoa(String.fromCharCode(...bytes));

export const fromBase64 = (text: string): Bytes =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/**
 * The file's format: a line with the format's name; a line with the header as JSON; a line with the header's SHA-256; then encrypted
 * parts. Before each part comes its length (4 bytes, big-endian). Part 0 is the table of contents. After it come the manifest and the
 * files of each submission, in the table's order. A part decrypts only at its place in its file, and the table contains the number of
 * parts. So nobody can remove, add, move or swap a part.
 */
export const firstLine = 'VELD RESCUE 1';
/** The first line of any version's file. */
export const anyFirstLine = /^VELD RESCUE \d+$/;
export const mediaType = 'application/octet-stream';

export const headerSchema = v.object({
  kdf: v.literal('PBKDF2-SHA-256'),
  cipher: v.literal('AES-256-GCM'),
  iterations: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(MIN_ITERATIONS),
    v.maxValue(MAX_ITERATIONS),
  ),
  salt: v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]{22}==$/)),
});

const uuid = v.pipe(v.string(), v.uuid());
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

export const tableSchema = v.object({
  createdAt: v.number(),
  submissions: v.array(v.object({ id: uuid, files: v.array(uuid) })),
});
export type Table = v.InferOutput<typeof tableSchema>;

/** The server's spelling of a form id. Some servers send no plain UUID. */
const serverId = v.pipe(v.string(), v.regex(/^\P{Cc}{1,200}$/u));

const fileName = v.pipe(v.string(), v.check(isWireFileName));
/** Checks another phone's manifest before the import writes anything: ids and names must have our format. */
const manifestSchema = v.looseObject({
  submission: v.looseObject({
    id: uuid,
    formId: v.nullable(serverId),
    corrects: v.optional(serverId),
    device: v.optional(uuid),
    steps: v.array(v.looseObject({ id: uuid, key: uuid })),
  }),
  draft: v.looseObject({
    id: uuid,
    kind: v.picklist(formKindRows.map(({ kind }) => kind)),
    revision: v.number(),
    values: v.record(v.string(), v.union([v.string(), v.boolean()])),
  }),
  attachments: v.array(
    v.looseObject({
      id: uuid,
      submissionId: uuid,
      fileName,
      type: v.picklist(sentTypes),
      sha256: hash,
    }),
  ),
  payload: v.nullable(v.object({ id: uuid, json: v.string(), sha256: hash })),
});

/** Parses a manifest. Returns null if this version can't read it, or if a row does not belong to the submission `id` of the table. */
export function parseManifest(json: unknown, id: string): Contents | null {
  const contents = decodeContents(json);
  if (contents === null || !v.is(manifestSchema, contents)) return null;
  const { attachments, draft, payload, strokes, submission } = contents;
  const isOneSubmission =
    submission.id === id &&
    draft.id === id &&
    (payload === null || payload.id === id) &&
    attachments.every((row) => row.submissionId === id) &&
    strokes.every((row) => row.submissionId === id);
  return isOneSubmission ? contents : null;
}
