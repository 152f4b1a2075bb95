import { formOf } from '../domain/forms/form-of.ts';
import { nextSimStart, nextSimValues } from '../domain/forms/next-sim.ts';
import { type AttachmentId, type SubmissionId, submissionId } from '../domain/ids.ts';
import { withFiles } from './blob-bytes.ts';
import { browserSpace, type Estimate, type Grants, hasRoomFor } from './blob-space.ts';
import { type Carried, type CarriedFile, carriedFrom, filesFor } from './carried.ts';
import type { Database } from './database.ts';
import { newContent } from './draft-content.ts';
import { endOfRows } from './drafts.ts';
import { decodeDraft } from './format/draft-upgrade.ts';
import { isOfLaterFormat } from './format/submission-row.ts';
import type { KeyDesk, NewKey } from './key-desk.ts';
import { type NewPlace, newForm, newFormTables, readNewPlace } from './new-form.ts';
import { putFiles } from './outbox-rows.ts';
import { type Plan, readThenWrite } from './read-then-write.ts';
import type { DraftRow, StoredAttachment } from './rows.ts';
import { openDraft, sealAttachment, sealBytes, sealDraft } from './sealing.ts';
import { forgetSpare, oldestSpare, type SpareTried } from './spare-secrets.ts';
import { isQuotaError } from './storage-errors.ts';
import { isTheirs } from './whose.ts';

export type OpenResult =
  | Readonly<{ status: 'open'; draft: DraftRow }>
  | Readonly<{ status: 'submitted' | 'gone' }>
  /** A newer version of the app wrote it. */
  | Readonly<{ status: 'newer' }>;

export type NextSim =
  /** `leftOut`: so many documents did not come along, as they can't be read or the device has no room. */
  | Readonly<{ status: 'begun'; id: SubmissionId; leftOut: number }>
  /** Nothing is known of the customer any more. */
  | Readonly<{ status: 'gone' }>;

export type DraftOpening = Readonly<{
  /** The draft, brought up to today's tables. */
  open: (id: SubmissionId) => Promise<OpenResult>;
  /** What another SIM of the same customer would begin with, to be remembered before a delivery wipes it; null: it is gone. */
  carried: (id: SubmissionId) => Promise<Carried | null>;
  /**
   * A new draft for another SIM of the same customer, with its texts and documents and without what belongs to one SIM: no
   * SIM card number, location, consent or signature. From what is stored, else from `remembered`.
   */
  nextSim: (from: SubmissionId, remembered: Carried | undefined) => Promise<NextSim>;
}>;

export type DraftPorts = Readonly<{
  now: () => number;
  /** A new UUID. */
  newId: () => string;
  estimate: Estimate;
  grants: Grants;
}>;

const browserPorts: DraftPorts = {
  now: () => Date.now(),
  newId: () => crypto.randomUUID(),
  ...browserSpace,
};

/** What begins with a form that is stored. */
export const draftOpening = (
  db: Database,
  desk: KeyDesk,
  { now, newId, estimate, grants }: DraftPorts = browserPorts,
): DraftOpening => {
  /** Form and files in one transaction: whenever the process ends, there is all of it or nothing. */
  const writeNextSim = (
    id: SubmissionId,
    { kind, values }: Carried,
    files: ReadonlyMap<AttachmentId, CarriedFile>,
    leftOut: number,
  ): Promise<NextSim> => {
    const form = formOf(kind);
    const content = { ...newContent(kind, nextSimValues(form, values)), ...nextSimStart(form) };
    const attachments = [...files.values()].map(({ row }) => row);
    return desk.withSpare(async () => {
      const spare = await oldestSpare(db);
      if (spare === undefined) return 'noSpare';
      const key = await desk.newKey(id, spare);
      if (key === null) {
        await forgetSpare(db, spare);
        return 'lostSpare';
      }
      const sealed = await sealedFiles(desk, key, files);
      const bytes = new Map([...sealed].map(([each, file]) => [each, file.bytes]));
      return withFiles(bytes, (stored) =>
        readThenWrite<NewPlace, SpareTried<NextSim>>(db, {
          tables: [...newFormTables, 'attachments', 'blobs'],
          read: () => readNewPlace(db, id),
          plan: async (place): Promise<Plan<SpareTried<NextSim>>> => {
            // Another form took it meanwhile.
            if (place.spare?.name !== spare.name) return { result: 'lostSpare' };
            const sequence = place.sequence + 1;
            const begun = { id, kind, content, attachments, at: now(), sequence };
            const write = await newForm(db, key, begun);
            return {
              result: { status: 'begun', id, leftOut },
              write: async () => {
                await write();
                await db.attachments.bulkPut([...sealed.values()].map(({ row }) => row));
                await putFiles(db, stored, (each) => files.get(each)?.row.type ?? '');
              },
            };
          },
        }),
      );
    });
  };
  return {
    open: (id) =>
      readThenWrite(db, {
        tables: ['drafts', 'submissions'],
        read: async () => ({
          row: await db.drafts.get(id),
          submission: await db.submissions.get(id),
        }),
        plan: async ({ row, submission }): Promise<Plan<OpenResult>> => {
          const end = endOfRows(row, submission, row?.revision);
          // An address may be another agent's: it is as one that never was.
          if (submission !== undefined && !isTheirs(await desk.whose(), submission))
            return { result: { status: 'gone' } };
          if (end?.status === 'submitted') return { result: { status: 'submitted' } };
          if (end !== null || row === undefined || submission === undefined)
            return { result: { status: 'gone' } };
          const key = await desk.keyOf(submission);
          const opened = key === null ? undefined : await openDraft(key, row);
          const draft = opened && decodeDraft(opened);
          if (!draft || key === null || isOfLaterFormat(submission))
            return { result: { status: 'newer' } };
          const result: OpenResult = { status: 'open', draft };
          if (draft === opened) return { result };
          const upgraded = await sealDraft(key, draft);
          return { result, write: () => db.drafts.put(upgraded) };
        },
      }),

    carried: (id) => carriedFrom(db, desk, id),

    async nextSim(from, remembered) {
      const stored = await carriedFrom(db, desk, from);
      const carried = stored?.unread === 0 ? stored : (remembered ?? stored);
      if (carried === null) return { status: 'gone' };
      const { files, unread } = carried;
      const size = files.reduce((sum, { bytes }) => sum + bytes.size, 0);
      const hasRoom = files.length === 0 || (await hasRoomFor(size, estimate, grants));
      const begin = (id: SubmissionId, taken: readonly CarriedFile[]): Promise<NextSim> =>
        writeNextSim(
          id,
          carried,
          filesFor(id, taken, newId, now()),
          unread + files.length - taken.length,
        );
      try {
        return await begin(submissionId(newId()), hasRoom ? files : []);
      } catch (error) {
        if (!isQuotaError(error)) throw error;
        return await begin(submissionId(newId()), []);
      }
    },
  };
};

type SealedFile = Readonly<{ row: StoredAttachment; bytes: Blob }>;

async function sealedFiles(
  { digest }: KeyDesk,
  { key }: NewKey,
  files: ReadonlyMap<AttachmentId, CarriedFile>,
): Promise<ReadonlyMap<AttachmentId, SealedFile>> {
  const sealed = new Map<AttachmentId, SealedFile>();
  for (const [id, { bytes: plain, row }] of files) {
    const bytes = await sealBytes(key, id, plain, digest);
    sealed.set(id, { row: await sealAttachment(key, row, bytes), bytes: bytes.bytes });
  }
  return sealed;
}
