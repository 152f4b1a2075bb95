import { formOf } from '../../../../src/domain/forms/form-of.ts';
import { wireFileName } from '../../../../src/domain/forms/sent-files.ts';
import { type AttachmentId, attachmentId, submissionId } from '../../../../src/domain/ids.ts';
import type { Submission, UndeliveredSubmission } from '../../../../src/domain/submission-types.ts';
import type { Database } from '../../../../src/store/db/database.ts';
import type { AttachmentRow, DraftRow } from '../../../../src/store/format/rows.ts';
import { encodeSubmission } from '../../../../src/store/format/submission-row.ts';
import type { KeyStore } from '../../../../src/store/keys/key-store.ts';
import { updateCounters } from '../../../../src/store/outbox/counters.ts';
import { sealContents } from '../../../../src/store/outbox/restoring.ts';
import { smallJpeg } from '../../form/photos.ts';

export type MadeUp = Readonly<{
  photos: number;
  /** The size of each photo in bytes. The bytes are random, so that nothing can compress them. */
  photoBytes: number;
  type: 'image/jpeg' | 'application/pdf';
}>;

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

async function sha256(bytes: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const random = (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes);

export function madeUpFile(size: number, type: MadeUp['type']): Blob {
  if (type === 'image/jpeg') return new Blob([smallJpeg(size, random)], { type });
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 65_536)
    crypto.getRandomValues(bytes.subarray(at, Math.min(size, at + 65_536)));
  bytes.set(new TextEncoder().encode('%PDF-1.7\n'));
  return new Blob([bytes], { type });
}

/** A PNG of some lines, like one from the signature pad. */
export async function madeUpSignature(): Promise<Blob> {
  const canvas = new OffscreenCanvas(300, 100);
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('no canvas');
  context.lineWidth = 3;
  context.moveTo(10, 50);
  for (let x = 10; x < 290; x += 5) context.lineTo(x, 50 + 40 * (Math.random() - 0.5));
  context.stroke();
  return canvas.convertToBlob({ type: 'image/png' });
}

const surnameOf = (index: number): string => `Mabaso${pad(index, 5)}`;
const idNumber = '8001015009087';

/** Texts of the form that identify the customer. The phone must not have them after delivery. It may have the first name alone. */
export const personalWords = (index: number): readonly string[] => [
  surnameOf(index),
  surnameOf(index).toLowerCase(),
  idNumber,
  '123 4567',
  '821234567',
  'zodwa@example.co.za',
  'Mzamo',
];

/** Writes a complete draft with its files, encrypted as the app does, ready for Submit. */
export async function makeDraft(
  db: Database,
  keyStore: KeyStore,
  index: number,
  { photos, photoBytes, type }: MadeUp,
): Promise<Submission> {
  const id = submissionId(crypto.randomUUID());
  const at = Date.now();
  const draft: DraftRow = {
    id,
    kind: 'registration',
    formVersion: 1,
    revision: 1,
    values: {
      title: 'Ms',
      firstName: 'Zodwa',
      surname: surnameOf(index),
      idNumber,
      cellphone: '082 123 4567',
      emailAddress: 'zodwa@example.co.za',
      simCardNumber: `892701${pad(index, 13)}`,
      streetName: 'Behind the Mzamo school',
      suburb: 'KwaNdengezi',
      city: 'Pinetown',
    },
    passedWarnings: [],
    section: formOf('registration').sections.at(-1)?.id ?? 'review',
    field: null,
    location: { latitude: -33.918861, longitude: 18.4233, accuracy: 12, at },
    withoutLocation: false,
    consent: true,
    signatureSize: { width: 300, height: 100 },
    serverMessage: null,
    createdAt: at,
    updatedAt: at,
  };
  const attachments: AttachmentRow[] = [];
  const files = new Map<AttachmentId, Blob>();
  for (let sequence = 1; sequence <= photos; sequence += 1) {
    const bytes = madeUpFile(photoBytes, type);
    const fileId: AttachmentId = attachmentId(crypto.randomUUID());
    files.set(fileId, bytes);
    attachments.push({
      id: fileId,
      submissionId: id,
      kind: 'idDocument',
      fileName: wireFileName('idDocument', fileId, type),
      originalName: `photo ${sequence}`,
      type,
      size: bytes.size,
      sha256: await sha256(bytes),
      sequence,
      addedAt: at,
    });
  }
  const points = [
    { x: 10, y: 50, time: 0 },
    { x: 60, y: 40, time: 16 },
  ];
  const last = await db.submissions.orderBy('sequence').last();
  const row = draftRow(draft, Number(last?.sequence ?? 0) + 1);
  const strokes = [{ submissionId: id, index: 0, points }];
  const clear = { submission: row, draft, attachments, strokes, payload: null };
  const sealed = await sealContents(keyStore, clear, files);
  if (sealed === null) throw new Error('a draft of another version');
  const { contents } = sealed;
  const tables = [db.drafts, db.submissions, db.attachments, db.blobs, db.strokes, db.counters];
  await db.transaction('rw', tables, async () => {
    await db.drafts.put(contents.draft);
    await db.strokes.bulkPut([...contents.strokes]);
    await db.attachments.bulkPut([...contents.attachments]);
    await db.blobs.bulkPut(
      Array.from(sealed.files, ([each, bytes]) => ({ id: each, type, bytes })),
    );
    await db.submissions.put(encodeSubmission(contents.submission));
    await updateCounters(db, null, 'draft');
  });
  return row;
}

function draftRow({ id, createdAt, values }: DraftRow, sequence: number): UndeliveredSubmission {
  const name = `${String(values['firstName'])} ${String(values['surname'])}`;
  return {
    id,
    kind: 'registration',
    status: 'draft',
    formId: null,
    sequence,
    isBusiness: false,
    personal: {
      customerName: name,
      terms: name.toLowerCase().split(' '),
      simCardNumber: String(values['simCardNumber']),
    },
    createdAt,
    changedAt: createdAt,
    day: new Date(createdAt).toISOString().slice(0, 10),
    submittedAt: null,
    missing: 0,
    section: 'review',
    steps: [],
    documents: {},
    nextAttemptAt: null,
    maybeTwice: [],
    bytesLeft: 0,
    history: [],
  };
}
