import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { SentType } from '../../src/domain/forms/sent-files.ts';
import { type FieldProblem, problem } from '../answers/problems.ts';
import type { SealedFiles, SealingWriter } from '../files/sealed-files.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { createInspection, type Inspected } from './inspect.ts';

/** Control characters, unpaired surrogates, line ends, invisible characters, and characters that change the direction of text. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u;

/**
 * Returns the client's name for a file, without folders: 1 to 200 visible characters. Null if the name cannot be used.
 * The name never becomes part of a path on this machine.
 */
function fileNameFrom(given: string): string | null {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  const fits = name.length >= 1 && name.length <= 200 && name !== '.' && name !== '..';
  return fits && !unfit.test(name) ? name : null;
}

/** RFC 6266: a plain ASCII name for old clients, and the exact name in UTF-8. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}

export type ReceivedFile = Readonly<{
  name: string;
  contentType: SentType;
  size: number;
  sha256: string;
  /** Null if the bytes were only hashed. */
  stagedName: string | null;
  sealedKey: string | null;
}>;

export type Received =
  | Readonly<{ status: 'received'; formId: string; files: ReceivedFile[] }>
  | Readonly<{ status: 'invalid'; problems: readonly FieldProblem[] }>
  | Readonly<{ status: 'too-large' }>;

type ReceiveOptions = Readonly<{
  /** Null: the call was already answered, so its bytes are hashed and not written. */
  store: SealedFiles | null;
  accepted: readonly SentType[];
  /** Called before the first byte of a file is written. */
  mayUse: (formId: string) => Promise<boolean>;
  maxBytes: number;
}>;

/**
 * Reads an upload to its end: part `FormId` first, then `Files`. Any result other than 'received' leaves no staged
 * file. The same holds if this function throws, because the connection broke or there were too many parts.
 */
export async function receiveUpload(
  request: FastifyRequest,
  options: ReceiveOptions,
): Promise<Received> {
  boundBytes(request, options.maxBytes);
  const files: ReceivedFile[] = [];
  let complete = false;
  try {
    const received = await readParts(request, options, files);
    complete = received.status === 'received';
    return received;
  } finally {
    if (!complete) await options.store?.discard(files.flatMap((file) => file.stagedName ?? []));
  }
}

async function readParts(
  request: FastifyRequest,
  options: ReceiveOptions,
  files: ReceivedFile[],
): Promise<Received> {
  let formId: string | null = null;
  let tooLarge = false;
  const problems: FieldProblem[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname.toLowerCase() !== 'formid') {
        problems.push(problem('unknown-part'));
        continue;
      }
      formId = uuidFrom(part.value);
      if (formId === null) {
        problems.push(problem('no-form-id'));
      } else if (!(await options.mayUse(formId))) {
        problems.push(problem('unknown-form'));
      }
      continue;
    }
    if (part.fieldname.toLowerCase() !== 'files') problems.push(problem('unknown-part'));
    if (formId === null) problems.push(problem('form-id-first'));
    const name = fileNameFrom(part.filename ?? '');
    if (name === null) problems.push(problem('file-name'));
    // After the first problem the rest is read and discarded, so that the client can receive the answer.
    const isFine = !tooLarge && problems.length === 0;
    const read = await readFile(part, isFine ? options.store : null);
    if (read.status === 'truncated') {
      tooLarge = true;
    } else if (read.contentType === null || !options.accepted.includes(read.contentType)) {
      await options.store?.discard(read.stagedName === null ? [] : [read.stagedName]);
      problems.push(
        problem(
          'file-type',
          options.accepted.map((type) => typeNames[type]),
        ),
      );
    } else if (read.problem !== null && options.store !== null) {
      await options.store.discard(read.stagedName === null ? [] : [read.stagedName]);
      problems.push(read.problem);
    } else if (name !== null) {
      files.push({ ...read, name, contentType: read.contentType });
    }
  }
  if (tooLarge) return { status: 'too-large' };
  if (formId === null) problems.push(problem('no-form-id'));
  if (files.length === 0) problems.push(problem('no-file'));
  return formId === null || problems.length > 0
    ? { status: 'invalid', problems }
    : { status: 'received', formId, files };
}

type Read =
  | (Inspected &
      Readonly<{
        status: 'read';
        size: number;
        sha256: string;
        stagedName: string | null;
        sealedKey: string | null;
      }>)
  | Readonly<{ status: 'truncated' }>;

async function readFile(part: MultipartFile, store: SealedFiles | null): Promise<Read> {
  const hash = createHash('sha256');
  const inspection = createInspection();
  let size = 0;
  let writer: SealingWriter | null = (await store?.stage()) ?? null;
  const { stagedName, sealedKey } = writer ?? { stagedName: null, sealedKey: null };
  try {
    for await (const chunk of part.file) {
      const bytes: Buffer = chunk;
      inspection.push(bytes);
      size += bytes.length;
      hash.update(bytes);
      await writer?.write(bytes);
    }
    if (part.file.truncated) return { status: 'truncated' };
    await writer?.finish();
    writer = null;
  } finally {
    await writer?.abandon();
  }
  const sha256 = hash.digest('hex');
  return { status: 'read', ...inspection.end(), size, sha256, stagedName, sealedKey };
}

/** Cuts the connection of a client that sends more than `max` bytes, whatever length it declared. */
function boundBytes(request: FastifyRequest, max: number): void {
  let seen = 0;
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > max) request.raw.destroy();
  });
}

const typeNames: Readonly<Record<SentType, string>> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};
