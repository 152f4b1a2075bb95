import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, describe, expect, expectTypeOf, it } from 'vitest';
import { attachmentId, submissionId } from '../../../src/domain/ids.ts';
import type {
  DeliveredSubmission,
  Personal,
  Submission,
} from '../../../src/domain/submission-types.ts';
import { Database } from '../../../src/store/db/database.ts';
import { contentOf } from '../../../src/store/drafts/draft-content.ts';
import { decodeContents, encodeContents } from '../../../src/store/format/contents.ts';
import { decodeDraft } from '../../../src/store/format/draft-row.ts';
import { decodeSubmission, encodeSubmission } from '../../../src/store/format/submission-row.ts';
import { newestSubmissions, submissionById } from '../../../src/store/lists/outbox-queries.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import {
  aRow,
  aStep,
  aSubmission,
  confirmed,
  inFlight,
  rejected,
  upload,
} from '../../features/outbox/submissions.ts';
import { draftContents } from '../../support/conformance/contents.ts';

const steps = [
  aStep({ call: 'GetInfo' }, confirmed),
  aStep({ call: 'RegisterSim', sha256: 'hash' }, rejected({ City: ['Where?'] })),
  aStep(upload('SaveIdDocument'), inFlight),
  aStep({ call: 'RemoveDocument', formFileId: '7', fileName: 'a', of: 'SaveIdDocument' }),
  { ...aStep(upload('SaveSignature'), { status: 'inDoubt', since: 5 }), doubted: true } as const,
];
const all: readonly Submission[] = [
  aSubmission({ status: 'draft', submittedAt: null }),
  aSubmission({ steps, documents: { SaveIdDocument: [{ formFileId: '1', name: 'a' }] } }),
  aSubmission({ status: 'rejected', steps, history: [{ at: 1, what: 'A sentence of before' }] }),
  aSubmission({ status: 'delivered' }),
];

describe('a stored submission', () => {
  it.each(all.map((submission) => [submission.status, submission] as const))(
    'that is %s is read as it was written',
    (_, submission) => {
      const row = structuredClone(encodeSubmission(submission));
      expect(decodeSubmission(row)).toEqual(submission);
      expect(decodeSubmission(JSON.parse(JSON.stringify(row)))).toEqual(submission);
    },
  );

  it('has the customer’s columns at the top level for the index, and none after delivery', () => {
    expect(aRow()).toMatchObject({
      customerName: 'Thandi Nkosi',
      simCardNumber: '8927010000001234560',
    });
    const receipt = aRow({ status: 'delivered' });
    expect(receipt).toMatchObject({ customerName: 'T. N.', terms: ['t.', 'n.', '4560'] });
    expect(receipt).toMatchObject({ simCardNumber: '', simTail: '4560' });
    expect(decodeSubmission(receipt)?.personal).toBeNull();
  });

  it('has no personal part for the compiler after delivery', () => {
    expectTypeOf<DeliveredSubmission['personal']>().toEqualTypeOf<null>();
    expectTypeOf<Submission['personal']>().toEqualTypeOf<Personal | null>();
    // @ts-expect-error: only the store's columns have the name at the top.
    expectTypeOf<Submission['customerName']>();
  });

  it('of a version without a format is read, and written with one', () => {
    const { format: _, ...older } = aRow({ steps });
    const read = decodeSubmission(older);
    expect(read).toEqual(aSubmission({ steps }));
    expect(read && encodeSubmission(read)).toMatchObject({ format: 1 });
  });

  it('keeps a later version’s additions', () => {
    const later = { ...aRow(), lastSeen: 5, history: [{ at: 1, what: 'notYetKnown', by: 'x' }] };
    const read = decodeSubmission(later);
    expect(read && encodeSubmission(read)).toEqual(later);
  });

  it.each<Readonly<Record<string, unknown>>>([
    { format: 2 },
    { status: 'exploded' },
    { kind: 'transfer' },
    { customerName: { first: 'A' } },
    { terms: null },
    { steps: null },
    { steps: [{ ...steps[0], content: { call: 'SavePassport' } }] },
    { steps: [{ ...steps[0], state: { status: 'thawed' } }] },
    { steps: [aStep({ call: 'GetInfo' }, { ...rejected(), message: { heading: 1 } } as never)] },
    { documents: { SaveIdDocument: [{ formFileId: 7, name: 'a' }] } },
    { history: [{ at: 'x', what: 'submitted' }] },
    { nextAttemptAt: 'x' },
    { bytesLeft: Number.NaN },
    { submittedAt: 'x' },
    { status: 'delivered', deliveredAt: null },
  ])('that is not as a version wrote it is not read: %j', (change) => {
    expect(decodeSubmission({ ...aRow(), ...change })).toBeNull();
  });

  it.each([undefined, null, 5, 'row', []])('is no %j', (value) => {
    expect(decodeSubmission(value)).toBeNull();
  });
});

describe('a stored draft', () => {
  const { draft } = draftContents();

  it('of this version is read unchanged', () => {
    expect(decodeDraft(draft)).toBe(draft);
  });

  it('of a later version or an unknown kind is not changed', () => {
    expect(decodeDraft({ ...draft, formVersion: 2 })).toBeNull();
    expect(decodeDraft({ ...draft, kind: 'transfer' })).toBeNull();
  });

  it('of a build before scanning is read unchanged, and its content has no scanned texts', () => {
    const { scanned: _, ...before } = draft;
    const read = decodeDraft(before);
    expect(read).toBe(before);
    expect(read && contentOf(read).scanned).toEqual({});
  });

  it('keeps all valid columns beside invalid ones', () => {
    const damaged = {
      ...draft,
      location: { latitude: 'x' },
      consent: 'yes',
      passedWarnings: null,
      scanned: 7,
    };
    const values = { firstName: 'Thandi', city: 7, withoutEnd: [] };
    expect(decodeDraft({ ...damaged, values, section: 'nowhere' })).toEqual({
      ...draft,
      revision: draft.revision + 1,
      values: { firstName: 'Thandi', city: '7' },
      section: 'customer',
      location: null,
      consent: false,
      passedWarnings: [],
      scanned: {},
    });
  });
});

describe('a second copy, or a part of a rescue file', () => {
  const contents = draftContents();
  const stored = { ...contents, submission: encodeSubmission(contents.submission) };
  const written = JSON.parse(JSON.stringify(encodeContents(stored)));

  it('is read as written', () => {
    expect(decodeContents(written)).toEqual({ ...contents, version: 1 });
  });

  it('from before parts had a version is read', () => {
    const { version: _, ...older } = written;
    expect(decodeContents(older)).toEqual(contents);
  });

  it.each<Readonly<Record<string, unknown>>>([
    { version: 3 },
    { submission: { ...written.submission, format: 2 } },
    { submission: aRow({ status: 'delivered' }) },
    { draft: { ...written.draft, id: 'another' } },
    { draft: null },
    { attachments: [{ ...contents.attachments[0], size: '5' }] },
    { strokes: [{ points: null }] },
    { payload: { json: 5 } },
  ])('that this version does not understand is not read: %j', (change) => {
    expect(decodeContents({ ...written, ...change })).toBeNull();
  });

  it('keeps data that this version cannot read', () => {
    const odd = { ...stored, submission: { ...stored.submission, status: 'exploded' } };
    expect(encodeContents(odd)).toMatchObject({ submission: { status: 'exploded' } });
  });
});

describe('an unreadable row', () => {
  let db: Database;
  let opened = 0;
  afterEach(() => db.delete());

  async function withUnreadableRow() {
    opened += 1;
    db = new Database(`odd-row-${opened}`);
    const store = createOutboxStore(db, browserKeyStore(db));
    const [odd, sound] = [draftContents(1), draftContents(2)];
    const files = new Map([[attachmentId('stray'), new Blob(['x'])]]);
    for (const each of [odd, sound]) await store.restore(each, files);
    const row = { ...encodeSubmission(odd.submission), status: 'queued', steps: null };
    await db.submissions.put(row);
    return { store, row, id: odd.draft.id, sound: sound.draft.id };
  }

  it('is listed without its content, and the others with theirs', async () => {
    const { id, sound } = await withUnreadableRow();
    expect(await newestSubmissions(db, browserKeyStore(db), { limit: 5 })).toMatchObject([
      { id: sound, submission: { status: 'draft' } },
      { id, submission: null },
    ]);
    expect(await submissionById(db, browserKeyStore(db), id)).toMatchObject({
      id,
      submission: null,
    });
    expect(
      (await newestSubmissions(db, browserKeyStore(db), { limit: 5, search: 'thandi' })).length,
    ).toBe(2);
  });

  it('is neither changed nor sent, and copied unchanged', async () => {
    const { store, id, row } = await withUnreadableRow();
    expect(await store.queued()).toEqual([]);
    await store.acquireLease('owner', 0, 1000, false);
    expect(await store.recover('owner', 1)).toEqual([]);
    expect(await store.submission(id)).toBe('unreadable');
    expect(await store.contents(id)).toBe('unreadable');
    expect((await store.change(id, () => ({ event: 'waitEnded' }))).status).toBe('unreadable');
    expect((await store.record('owner', id, { event: 'waitEnded' })).status).toBe('stale');
    expect(await store.giveFormId(id, 1)).toBe(false);
    expect(await store.row(id)).toEqual(row);
    expect((await store.storedContents(id))?.submission).toEqual(row);
  });

  it('is not overwritten by a restore, and can be deleted', async () => {
    const { store, id } = await withUnreadableRow();
    expect(await store.restore(draftContents(1), new Map())).toBe('restored');
    const again = { ...draftContents(1), submission: { ...draftContents(1).submission, id } };
    expect(await store.restore(again, new Map())).toBe('present');
    expect(await store.remove(id, ({ status }) => status === 'queued')).toBe('removed');
    expect(await store.row(submissionId(id))).toBeUndefined();
  });
});
