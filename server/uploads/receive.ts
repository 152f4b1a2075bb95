import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { errorsFor, type FaultCode } from '../answers/problems.ts';
import type { FieldErrors } from '../answers/results.ts';
import type { FileStore, StagedWriter } from '../files/file-store-port.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import { fileNameFrom } from './file-name.ts';
import { createInspection, type Fault, type Inspected } from './inspect.ts';
import type { ContentType } from './sniff.ts';

export type ReceivedFile = Readonly<{
  name: string;
  contentType: ContentType;
  size: number;
  sha256: string;
  /** Null when the bytes were only hashed. */
  stagedName: string | null;
}>;

export type Received =
  | Readonly<{ status: 'received'; formId: string; files: ReceivedFile[] }>
  | Readonly<{ status: 'invalid'; errors: FieldErrors }>
  | Readonly<{ status: 'too-large' }>;

export type Receiving = Readonly<{
  /** Null: the call was answered before, so its bytes are hashed and not written. */
  store: FileStore | null;
  accepted: readonly ContentType[];
  /** Asked before the first byte of a file is written. */
  mayUse: (formId: string) => Promise<boolean>;
  uploadBytes: number;
}>;

/**
 * Reads an upload to its end: part `FormId` first, then `Files`. Whatever ends it but 'received'
 * (a throw too: the connection broke, a limit of parts was passed) leaves nothing staged.
 */
export async function receiveUpload(request: FastifyRequest, how: Receiving): Promise<Received> {
  boundBytes(request, how.uploadBytes);
  const files: ReceivedFile[] = [];
  let complete = false;
  try {
    const received = await readParts(request, how, files);
    complete = received.status === 'received';
    return received;
  } finally {
    if (!complete) await how.store?.discard(files.flatMap((file) => file.stagedName ?? []));
  }
}

async function readParts(
  request: FastifyRequest,
  how: Receiving,
  files: ReceivedFile[],
): Promise<Received> {
  let formId: string | null = null;
  let tooLarge = false;
  const errors: FieldErrors = {};
  // Of several faults at one place the first is told.
  const wrong = (fault: FieldErrors | FaultCode) => {
    Object.assign(errors, { ...(typeof fault === 'string' ? errorsFor(fault) : fault), ...errors });
  };
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname.toLowerCase() !== 'formid') {
        wrong('unknown-part');
        continue;
      }
      formId = uuidFrom(part.value);
      if (formId === null) {
        wrong('no-form-id');
      } else if (!(await how.mayUse(formId))) {
        wrong('unknown-form');
      }
      continue;
    }
    if (part.fieldname.toLowerCase() !== 'files') wrong('unknown-part');
    if (formId === null) wrong('form-id-first');
    const name = fileNameFrom(part.filename ?? '');
    if (name === null) wrong('file-name');
    // After the first fault the rest is only read away, so that the client gets to hear the answer.
    const doomed = tooLarge || name === null || Object.keys(errors).length > 0;
    const read = await readFile(part, doomed ? null : how.store);
    if (read.status === 'truncated') {
      tooLarge = true;
    } else if (read.contentType === null || !how.accepted.includes(read.contentType)) {
      await how.store?.discard(read.stagedName === null ? [] : [read.stagedName]);
      wrong({ Files: [`This file is not of a type that is accepted: ${spoken(how.accepted)}.`] });
    } else if (read.fault !== null && how.store !== null) {
      await how.store.discard(read.stagedName === null ? [] : [read.stagedName]);
      wrong({ Files: [faults[read.fault]] });
    } else if (name !== null) {
      files.push({ ...read, name, contentType: read.contentType });
    }
  }
  if (tooLarge) return { status: 'too-large' };
  if (formId === null) wrong('no-form-id');
  if (files.length === 0) wrong('no-file');
  return formId === null || Object.keys(errors).length > 0
    ? { status: 'invalid', errors }
    : { status: 'received', formId, files };
}

type Read =
  | (Inspected &
      Readonly<{
        status: 'read';
        size: number;
        sha256: string;
        stagedName: string | null;
      }>)
  | Readonly<{ status: 'truncated' }>;

async function readFile(part: MultipartFile, store: FileStore | null): Promise<Read> {
  const hash = createHash('sha256');
  const inspection = createInspection();
  let size = 0;
  let writer: StagedWriter | null = (await store?.stage()) ?? null;
  const stagedName = writer?.stagedName ?? null;
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
  return { status: 'read', ...inspection.end(), size, sha256: hash.digest('hex'), stagedName };
}

/** Cuts the connection of a client that sends more than an upload can hold, whatever it announced. */
function boundBytes(request: FastifyRequest, most: number): void {
  let seen = 0;
  request.raw.on('data', (chunk: Buffer) => {
    seen += chunk.length;
    if (seen > most) request.raw.destroy();
  });
}

const faults: Record<Fault, string> = {
  damaged: 'A picture is damaged or cut short. Take it again.',
  'too-many-pixels': 'A picture has more than 50 million pixels. Make it smaller.',
  'something-behind': 'A picture has something else behind its end. Take it again.',
  active: 'A PDF must hold no script, no program and no other file. Print it to a plain PDF.',
};

const words: Record<ContentType, string> = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'application/pdf': 'PDF',
};

const spoken = (types: readonly ContentType[]) => types.map((type) => words[type]).join(', ');
