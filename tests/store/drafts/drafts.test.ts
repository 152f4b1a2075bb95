import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingCount } from '../../../src/domain/forms/check.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { attachmentId, type SubmissionId, stepId, submissionId } from '../../../src/domain/ids.ts';
import type { UndeliveredSubmission } from '../../../src/domain/submission-types.ts';
import { Database } from '../../../src/store/db/database.ts';
import {
  captureOf,
  type DraftContent,
  newContent,
} from '../../../src/store/drafts/draft-content.ts';
import { draftContext } from '../../../src/store/drafts/draft-context.ts';
import { type DraftOpening, draftOpening } from '../../../src/store/drafts/draft-opening.ts';
import { touched } from '../../../src/store/drafts/draft-tables.ts';
import { type DraftsStore, draftsStore } from '../../../src/store/drafts/drafts.ts';
import { sealedDrafts } from '../../../src/store/drafts/sealed-drafts.ts';
import { strokesStore } from '../../../src/store/files/strokes.ts';
import type { AttachmentRow } from '../../../src/store/format/rows.ts';
import { business, individual } from '../../domain/forms/builders.ts';
import {
  clearDraft,
  draftParts,
  openedSubmission,
  storedForm,
  WrittenTransactions,
} from '../../support/world/stored-form.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
const other = submissionId('22222222-2222-4222-8222-222222222222');
const noon = new Date(2026, 10, 21, 12).getTime();

let db: Database;
let clock: number;
let ids: string[];
let drafts: DraftsStore & DraftOpening;

beforeEach(() => {
  db = new Database(`drafts-${crypto.randomUUID()}`);
  clock = noon;
  ids = [other];
  drafts = draftsAt(() => ids.shift() ?? crypto.randomUUID());
});
afterEach(() => db.delete());

const draftsAt = (newId: () => string): DraftsStore & DraftOpening => ({
  ...draftsStore(db, browserKeyStore(db), () => clock),
  ...draftOpening(db, browserKeyStore(db), {
    now: () => clock,
    newId,
    estimate: async () => ({}),
    grants: async () => null,
  }),
});

const content = (
  values: Values,
  change: Partial<DraftContent> = {},
  kind: FormKind = 'registration',
): DraftContent => ({ ...newContent(kind), values, ...change });

const submission = async (of: SubmissionId = id): Promise<UndeliveredSubmission> => {
  const row = await openedSubmission(db, of);
  if (row === null || row.status === 'delivered') throw new Error('no submission');
  return row;
};
const draftValues = async () => (await clearDraft(db, id))?.values;
const elsewhere = async (number: string) => {
  const { keyStore, openedContext } = sealedDrafts(db);
  const context = await draftContext(
    db,
    keyStore.agentAccess,
    async () => openedContext,
    id,
    number,
    null,
  );
  return context.simCardNumbersElsewhere;
};

const photo = (number: number, kind: AttachmentRow['kind'] = 'idDocument'): AttachmentRow => ({
  id: attachmentId(`photo-${kind}-${number}`),
  submissionId: id,
  kind,
  fileName: `id-document-0000000${number}.jpg`,
  originalName: `IMG_20261121_10000${number}.jpg`,
  type: 'image/jpeg',
  size: 240_000,
  sha256: 'a'.repeat(64),
  sequence: number,
  addedAt: noon,
});
const signed = () =>
  db.strokes.put({
    submissionId: id,
    index: 0,
    points: Array.from({ length: 40 }, (_, at) => ({ x: at * 3, y: at % 7, time: noon + at })),
  });

describe('a new draft', () => {
  it('is in the outbox as a draft, counted, in the order of creation', async () => {
    await drafts.create(other, 'replacement', content({}));
    clock -= 86_400_000;
    expect(await drafts.create(id, 'registration', content({ firstName: 'Thandi' }))).toEqual({
      status: 'saved',
      revision: 1,
    });
    expect(await submission()).toMatchObject({
      id,
      kind: 'registration',
      status: 'draft',
      sequence: 2,
      day: '2026-11-20',
      personal: { customerName: 'Thandi' },
      steps: [],
      formId: null,
    });
    expect(await db.counters.get('draft')).toEqual({ status: 'draft', count: 2 });
  });

  it('is created once', async () => {
    await drafts.create(id, 'registration', content({ firstName: 'Thandi' }));
    expect(await drafts.create(id, 'registration', content({ firstName: 'Sipho' }))).toEqual({
      status: 'stale',
    });
    expect(await draftValues()).toEqual({ firstName: 'Thandi' });
    expect((await db.counters.get('draft'))?.count).toBe(1);
  });
});

describe('saving', () => {
  beforeEach(async () => {
    await drafts.create(id, 'registration', content({ firstName: 'T' }));
  });

  it('checks the given revision and returns the next', async () => {
    expect(await drafts.save(id, 1, content({ firstName: 'Th' }))).toEqual({
      status: 'saved',
      revision: 2,
    });
    expect(await drafts.save(id, 2, content({ firstName: 'Tha' }))).toMatchObject({ revision: 3 });
    expect(await draftValues()).toEqual({ firstName: 'Tha' });
  });

  it('refuses the second of two tabs and changes nothing', async () => {
    const connection = new Database(db.name);
    const secondTab = draftsStore(connection, browserKeyStore(connection));
    expect(await secondTab.save(id, 1, content({ firstName: 'Sipho' }))).toMatchObject({
      status: 'saved',
    });
    expect(await drafts.save(id, 1, content({ firstName: 'Thandi' }))).toEqual({ status: 'stale' });
    expect(await draftValues()).toEqual({ firstName: 'Sipho' });
    expect(await drafts.endOf(id, 1)).toEqual({ status: 'stale' });
    expect(await drafts.endOf(id, 2)).toBeNull();
    connection.close();
  });

  it('accepts exactly one of many simultaneous saves', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => drafts.save(id, 1, content({ firstName: `${at}` }))),
    );
    expect(results.filter(({ status }) => status === 'saved')).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'stale')).toHaveLength(7);
  });

  it('never changes a submitted, delivered or deleted form', async () => {
    await db.submissions.update(id, { status: 'queued' });
    expect(await drafts.save(id, 1, content({}))).toEqual({ status: 'submitted' });
    expect(await drafts.open(id)).toEqual({ status: 'submitted' });
    await db.submissions.update(id, { status: 'delivered' });
    await db.drafts.delete(id);
    expect(await drafts.save(id, 1, content({}))).toEqual({ status: 'gone' });
    await db.submissions.delete(id);
    expect(await drafts.save(id, 1, content({}))).toEqual({ status: 'gone' });
    expect(await drafts.open(id)).toEqual({ status: 'gone' });
    expect(await db.drafts.count()).toBe(0);
  });

  it('saves a refused form', async () => {
    await db.submissions.update(id, { status: 'rejected' });
    expect(await drafts.save(id, 1, content({ firstName: 'Thandi' }))).toMatchObject({
      status: 'saved',
    });
  });

  it('leaves the size of the signature pad alone', async () => {
    await strokesStore(db, browserKeyStore(db)).add(id, [{ x: 1, y: 1, time: 1 }], {
      width: 300,
      height: 150,
    });
    await drafts.save(id, 1, content({ firstName: 'Thandi' }));
    expect((await clearDraft(db, id))?.signatureSize).toEqual({ width: 300, height: 150 });
  });

  it('writes all or nothing if the transaction is aborted', async () => {
    const cut = draftsStore(db, browserKeyStore(db), () => clock);
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    db.submissions.hook('creating', full);
    db.submissions.hook('updating', full);
    expect(await cut.save(id, 1, content({ firstName: 'Lost' }))).toEqual({
      status: 'notSaved',
      reason: 'quota',
    });
    expect(await cut.create(other, 'registration', content({}))).toEqual({
      status: 'notSaved',
      reason: 'quota',
    });
    expect(await draftValues()).toEqual({ firstName: 'T' });
    expect((await submission()).personal.customerName).toBe('T');
    expect(await db.submissions.count()).toBe(1);
    expect((await db.counters.get('draft'))?.count).toBe(1);
  });

  it('continues after a save that failed at its commit', async () => {
    db.close();
    db = new Database(db.name);
    const written = new WrittenTransactions(db);
    drafts = draftsAt(() => other);
    expect(await drafts.save(id, 1, content({ firstName: 'Th' }))).toMatchObject({ revision: 2 });
    written.begin();
    written.fatalAfter = 0;
    await expect(drafts.save(id, 2, content({ firstName: 'Tha' }))).rejects.toThrow();
    written.fatalAfter = null;
    expect(await drafts.save(id, 2, content({ firstName: 'Thandi' }))).toMatchObject({
      status: 'saved',
      revision: 3,
    });
    expect(await draftValues()).toEqual({ firstName: 'Thandi' });
  });

  it('continues after the browser dropped the connection', async () => {
    db.close({ disableAutoOpen: true });
    expect(await drafts.save(id, 1, content({ firstName: 'Thandi' }))).toMatchObject({
      status: 'saved',
    });
  });

  it('survives a restart', async () => {
    await drafts.save(id, 1, content({ firstName: 'Thandi' }, { section: 'sim', field: 'sim' }));
    db.close();
    db = new Database(db.name);
    expect(await draftOpening(db, browserKeyStore(db)).open(id)).toMatchObject({
      status: 'open',
      draft: { values: { firstName: 'Thandi' }, section: 'sim', field: 'sim', revision: 2 },
    });
  });
});

describe('the summary', () => {
  it('has the columns of a list', async () => {
    await drafts.create(id, 'registration', content(individual.registration, { section: 'sim' }));
    expect(await submission()).toMatchObject({
      personal: { customerName: 'Thandi Nkosi', simCardNumber: '8927010000001234560' },
      isBusiness: false,
      section: 'sim',
      missing: 4,
    });
    expect((await submission()).personal.terms).toEqual(
      expect.arrayContaining(['thandi', 'nkosi', '0821234567', '27821234567', '+27821234567']),
    );
    expect((await submission()).personal.terms).toEqual(
      expect.arrayContaining(['8927010000001234560', '4560']),
    );
  });

  it('counts missing answers, for changes in any order', async () => {
    await drafts.create(id, 'registration', content({}));
    await db.attachments.put(photo(1));
    await signed();
    const row = await touched(await storedForm(db, id), clock);
    if (row !== null) await db.submissions.put(row);
    const steps: DraftContent[] = [
      content({ firstName: 'Thandi' }),
      content(individual.registration),
      content(individual.registration, { consent: true }),
      content(business.registration, { consent: true }),
      content(business.registration, { consent: true, withoutLocation: true, section: 'sign' }),
      content({ ...business.registration, businessName: '' }, { section: 'sign' }),
    ];
    let revision = 1;
    for (const step of steps) {
      await drafts.save(id, revision, step);
      revision += 1;
      const capture = captureOf(step, await draftParts(db, id));
      expect((await submission()).missing).toBe(missingCount(formOf('registration'), capture));
    }
  });

  it('is written only if a list would change', async () => {
    await drafts.create(id, 'registration', content(individual.registration));
    const before = await submission();
    clock += 30_000;
    await drafts.save(id, 1, content({ ...individual.registration, streetName: 'Elsewhere' }));
    expect(await submission()).toEqual(before);
    clock += 31_000;
    await drafts.save(id, 2, content({ ...individual.registration, streetName: 'Far away' }));
    expect((await submission()).changedAt).toBe(clock);
  });

  it('of a refused submission is written when the person leaves the field', async () => {
    await drafts.create(id, 'registration', content({ firstName: 'T' }, { field: 'firstName' }));
    const pending = { content: { call: 'GetInfo' }, state: { status: 'pending' }, attempts: 0 };
    const step = { id: stepId('s'), key: 'key', ...pending };
    await db.submissions.update(id, { status: 'rejected', steps: [step] });
    await drafts.save(id, 1, content({ firstName: 'Thandi' }, { field: 'firstName' }));
    expect((await submission()).personal.customerName).toBe('T');
    await drafts.save(id, 2, content({ firstName: 'Thandi' }, { field: 'surname' }));
    expect((await submission()).personal.customerName).toBe('Thandi');
  });
});

describe('one keystroke', () => {
  /** Returns the size of the rows as JSON. Encrypted values count with their own bytes. */
  function sizeOf(rows: readonly unknown[]): number {
    let sealed = 0;
    const clear = JSON.stringify(rows, (_, value: unknown) => {
      if (!(value instanceof Uint8Array)) return value;
      sealed += value.length;
      return '';
    });
    return clear.length + sealed;
  }

  /** Returns the size of all rows that one save writes, in all tables. */
  async function bytesOfKeystroke(change: Values, photos: number): Promise<number> {
    let bytes = 0;
    let isCounting = false;
    db = new Database(`keystroke-${crypto.randomUUID()}`);
    db.use({
      stack: 'dbcore',
      name: 'count',
      create: (core) => ({
        ...core,
        table: (name) => {
          const table = core.table(name);
          return {
            ...table,
            mutate: (request) => {
              const written = request.type === 'put' || request.type === 'add';
              if (isCounting && written) bytes += sizeOf(request.values);
              return table.mutate(request);
            },
          };
        },
      }),
    });
    drafts = draftsAt(() => other);
    await drafts.create(id, 'registration', content(business.registration, { field: 'city' }));
    for (let number = 0; number < photos; number += 1) {
      await db.attachments.put(photo(number));
      const bytesOfPhoto = new Blob([new Uint8Array(240_000)]);
      await db.blobs.put({ id: photo(number).id, type: 'image/jpeg', bytes: bytesOfPhoto });
    }
    await signed();
    isCounting = true;
    await drafts.save(
      id,
      1,
      content({ ...business.registration, ...change }, { field: 'city', consent: true }),
    );
    return bytes;
  }

  it.each([
    ['in a field', { city: 'Polokwane 2' }],
    ['in a name, which the lists show', { businessName: 'Veld Traders 2' }],
  ])('%s writes no more than 2 kB, with ten photos', async (_where, change) => {
    const bytes = await bytesOfKeystroke(change, 10);
    expect(bytes).toBeGreaterThan(500);
    expect(bytes).toBeLessThanOrEqual(2_000);
  });

  it('writes as much with ten photos as with none', async () => {
    const change = { city: 'Polokwane 2' };
    expect(await bytesOfKeystroke(change, 10)).toBe(await bytesOfKeystroke(change, 0));
  });
});

describe('a draft of an older app', () => {
  const old = {
    id,
    kind: 'registration',
    formVersion: 0,
    revision: 7,
    values: {
      isBusinessCustomer: 'true',
      firstName: 'Thandi',
      businessType: 3,
      identityKind: 'Passport',
      faxNumber: '021 123 4567',
      hasWorkAddress: true,
      surname: null,
    },
    section: 'fax',
    createdAt: noon,
  };

  it('opens with all values whose fields still exist, and stays so', async () => {
    await drafts.create(id, 'registration', content({}));
    await db.drafts.put(old as never);
    const opened = await drafts.open(id);
    expect(opened).toMatchObject({
      status: 'open',
      draft: {
        formVersion: 1,
        revision: 8,
        section: 'customer',
        field: null,
        passedWarnings: [],
        consent: false,
        location: null,
        serverMessage: null,
        signatureSize: null,
      },
    });
    expect(opened.status === 'open' && opened.draft.values).toEqual({
      isBusinessCustomer: true,
      firstName: 'Thandi',
      businessType: '3',
      hasWorkAddress: true,
    });
    expect(await clearDraft(db, id)).toEqual(opened.status === 'open' && opened.draft);
    expect(await drafts.save(id, 7, content({}))).toEqual({ status: 'stale' });
    expect(await drafts.save(id, 8, content({}))).toMatchObject({ status: 'saved' });
  });

  it('keeps its section and answers if they still exist', async () => {
    await drafts.create(id, 'registration', content({}));
    await db.drafts.put({
      ...old,
      ...content(individual.registration, { section: 'address', field: 'city', consent: true }),
      formVersion: 0,
    } as never);
    expect(await drafts.open(id)).toMatchObject({
      draft: { values: individual.registration, section: 'address', field: 'city', consent: true },
    });
  });

  it('of a newer app stays unchanged', async () => {
    await drafts.create(id, 'registration', content({}));
    await db.drafts.update(id, { formVersion: 2 });
    expect(await drafts.open(id)).toEqual({ status: 'newer' });
    expect((await db.drafts.get(id))?.revision).toBe(1);
  });
});

it('finds the other submission with the same SIM card number, never itself', async () => {
  await drafts.create(id, 'registration', content(individual.registration));
  const number = '8927010000001234560';
  expect(await elsewhere(number)).toEqual(new Map());
  await drafts.create(other, 'replacement', content({ simCardNumber: ' 8927-0100 000012 34560F' }));
  expect(await elsewhere(number)).toEqual(new Map([[number, other]]));
  expect(await elsewhere('')).toEqual(new Map());
});

it('a file or a stroke updates the summary', async () => {
  await drafts.create(id, 'registration', content(individual.registration));
  const { missing } = await submission();
  clock += 5_000;
  await db.attachments.put(photo(1));
  await signed();
  expect(await touched(await storedForm(db, id), clock)).toMatchObject({
    missing: missing - 2,
    changedAt: clock,
  });
});
