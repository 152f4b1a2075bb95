import { browserKeyStore } from '../../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { attachmentId, type SubmissionId, submissionId } from '../../../../src/domain/ids.ts';
import { notDeletedText } from '../../../../src/features/outbox/submission/delete-dialog.tsx';
import { deleteDraft } from '../../../../src/features/outbox/submission/delete-draft.ts';
import { Database } from '../../../../src/store/db/database.ts';
import type { Contents, OpenContents } from '../../../../src/store/format/contents.ts';
import { createOutboxStore } from '../../../../src/store/open-outbox.ts';
import { countsByStatus } from '../../../../src/store/outbox/counters.ts';
import { draftSubmission } from '../../../support/world/sync-world.ts';
import { now } from '../submissions.ts';

const draft = draftSubmission(submissionId('a draft'), 'registration', 1, now);
const photo = attachmentId('photo');
const contents: OpenContents = {
  submission: draft,
  draft: {
    id: draft.id,
    kind: 'registration',
    formVersion: 1,
    revision: 3,
    values: { firstName: 'Thandi' },
    passedWarnings: [],
    section: 'documents',
    field: null,
    location: null,
    withoutLocation: false,
    consent: false,
    signatureSize: null,
    serverMessage: null,
    createdAt: now,
    updatedAt: now,
  },
  attachments: [
    {
      id: photo,
      submissionId: draft.id,
      kind: 'idDocument',
      fileName: 'id-document-00000000.jpg',
      originalName: 'id.jpg',
      type: 'image/jpeg',
      size: 3,
      sha256: '',
      sequence: 1,
      addedAt: now,
    },
  ],
  strokes: [{ submissionId: draft.id, index: 0, points: [{ x: 1, y: 2, time: 3 }] }],
  payload: null,
};

let db: Database;
let databases = 0;
beforeEach(async () => {
  databases += 1;
  db = new Database(`delete-draft-${databases}`);
});
afterEach(() => db.close());

const capture = (what: OpenContents) =>
  createOutboxStore(db, browserKeyStore(db)).restore(what, new Map([[photo, new Blob(['abc'])]]));

const remove = async (id: SubmissionId) =>
  (await createOutboxStore(db, browserKeyStore(db)).remove(id, () => true)) === 'removed';

it('says after a failed deletion that the form is being sent only if it is', async () => {
  const full = Promise.reject(new DOMException('full', 'QuotaExceededError'));
  expect(await notDeletedText(Promise.resolve('removed'))).toBeNull();
  expect(await notDeletedText(Promise.resolve('sending'))).toContain('It is being sent now.');
  expect(await notDeletedText(Promise.resolve('busy'))).toBe(
    'Not deleted. Nothing changed. Try again.',
  );
  expect(await notDeletedText(Promise.reject(new TypeError('null')))).not.toContain('sent');
  expect(await notDeletedText(full)).toContain('The phone is full.');
});

describe('deleting a draft', () => {
  it('removes all its data from the disk', async () => {
    await capture(contents);
    const store = createOutboxStore(db, browserKeyStore(db));
    expect((await deleteDraft(store, remove, draft.id)).status).toBe('deleted');
    for (const table of [db.submissions, db.drafts, db.attachments, db.blobs, db.strokes])
      expect(await table.count()).toBe(0);
    expect((await countsByStatus(db)).draft).toBe(0);
  });

  it('can be undone byte for byte', async () => {
    await capture(contents);
    const store = createOutboxStore(db, browserKeyStore(db));
    const result = await deleteDraft(store, remove, draft.id);
    if (result.status !== 'deleted') throw new Error('not deleted');
    await result.undo();
    expect(await store.contents(draft.id)).toEqual(contents);
    expect(await (await store.bytes(photo))?.text()).toBe('abc');
    expect((await countsByStatus(db)).draft).toBe(1);
  });

  it('can be undone if another tab encrypts the draft of an older build meanwhile', async () => {
    await capture(contents);
    const store = createOutboxStore(db, browserKeyStore(db));
    const encrypt = async () => {
      const stored = await store.storedContents(draft.id);
      if (stored?.submission.keys === undefined && stored !== undefined)
        await store.encryptOldRow(stored, new Map([[photo, new Blob(['abc'])]]));
    };
    const racing = { ...store, bytes: (id: typeof photo) => encrypt().then(() => store.bytes(id)) };
    const result = await deleteDraft(racing, remove, draft.id);
    if (result.status !== 'deleted') throw new Error('not deleted');
    await result.undo();
    const { submission, attachments: [row] = [] } = (await store.contents(draft.id)) as Contents;
    const bytes = await store.bytes(photo);
    if (row === undefined || bytes === undefined) throw new Error('The photo is lost.');
    expect(await (await store.openedBytes(submission, row, bytes))?.text()).toBe('abc');
  });

  it('refuses a form that was submitted meanwhile', async () => {
    await capture({ ...contents, submission: { ...draft, status: 'queued' } });
    const store = createOutboxStore(db, browserKeyStore(db));
    expect((await deleteDraft(store, remove, draft.id)).status).toBe('notADraft');
    expect(await store.contents(draft.id)).toBeDefined();
  });

  it('reports if there is no draft', async () => {
    expect(
      (await deleteDraft(createOutboxStore(db, browserKeyStore(db)), remove, draft.id)).status,
    ).toBe('notADraft');
  });
});
