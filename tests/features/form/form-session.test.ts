import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { missingCount } from '../../../src/domain/forms/check.ts';
import { fieldsOf, sectionsOf } from '../../../src/domain/forms/form.ts';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { wireBody } from '../../../src/domain/forms/wire-body.ts';
import { type SubmissionId, submissionId } from '../../../src/domain/ids.ts';
import {
  createFormSession,
  type FormSession,
  type Opened,
} from '../../../src/features/form/form-session.ts';
import type { CheckContext, FormAction } from '../../../src/features/form/form-state.ts';
import { Database } from '../../../src/store/db/database.ts';
import { isQuotaError } from '../../../src/store/db/transactions.ts';
import { captureOf, contentOf, newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftOpening } from '../../../src/store/drafts/draft-opening.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import { isDraftRow } from '../../../src/store/format/draft-row.ts';
import { business, individual, kinds } from '../../domain/forms/builders.ts';
import { clearDraft, draftParts, openedSubmission } from '../../support/world/stored-form.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
const context: CheckContext = {
  files: [],
  fileCounts: { idDocument: 1 },
  hasSignature: false,
  simCardNumbersElsewhere: new Map(),
};

let db: Database;
let created: SubmissionId[];

beforeEach(() => {
  db = new Database(`session-${crypto.randomUUID()}`);
  created = [];
});
afterEach(() => db.delete());

const ports = (of: Database) => ({
  store: draftsStore(of, browserKeyStore(of)),
  after: () => () => {},
  onCreated: (made: SubmissionId) => void created.push(made),
});
const start = (kind: FormKind = 'registration'): FormSession =>
  createFormSession({ id, kind, revision: null, content: newContent(kind) }, ports(db));

async function opened(of: Database = db): Promise<Opened | null> {
  const found = await draftOpening(of, browserKeyStore(of)).open(id);
  if (found.status !== 'open') return null;
  const { kind, revision, ...row } = found.draft;
  return { id, kind, revision, content: contentOf(row) };
}

async function resume(of: Database = db): Promise<FormSession> {
  const found = await opened(of);
  if (found === null) throw new Error('nothing to go on with');
  return createFormSession(found, ports(of));
}

const type = (session: FormSession, name: string, value: string | boolean) =>
  session.dispatch({ type: 'typed', name, value });

describe('a new form', () => {
  it('stores nothing before the first change', async () => {
    const session = start();
    session.dispatch({ type: 'entered', field: 'firstName' });
    session.dispatch({ type: 'moved', section: 'sim' });
    session.dispatch({ type: 'checked', context });
    await session.flush();
    expect(session.saving()).toEqual({ status: 'untouched' });
    expect(await db.submissions.count()).toBe(0);
    expect(created).toEqual([]);
  });

  it('is stored with the first change, with its section and field', async () => {
    const session = start();
    session.dispatch({ type: 'moved', section: 'sim' });
    session.dispatch({ type: 'entered', field: 'simCardNumber' });
    type(session, 'simCardNumber', '8');
    type(session, 'simCardNumber', '89');
    await session.flush();
    expect(session.saving()).toEqual({ status: 'saved' });
    expect(created).toEqual([id]);
    expect(await clearDraft(db, id)).toMatchObject({
      values: { simCardNumber: '89' },
      section: 'sim',
      field: 'simCardNumber',
    });
  });

  it('is also stored for a file or a stroke', async () => {
    const session = start();
    expect(await session.ensureDraft()).toBe(id);
    expect(await session.ensureDraft()).toBe(id);
    expect(created).toEqual([id]);
    expect((await db.drafts.get(id))?.revision).toBe(1);
  });

  it('notifies listeners until they unsubscribe', () => {
    const session = start();
    let calls = 0;
    const stop = session.subscribe(() => {
      calls += 1;
    });
    type(session, 'firstName', 'T');
    expect(calls).toBeGreaterThan(0);
    stop();
    const before = calls;
    type(session, 'firstName', 'Th');
    expect(calls).toBe(before);
  });
});

describe('two tabs with the same draft', () => {
  it('the tab that saved last continues, the other is read-only', async () => {
    const first = start();
    type(first, 'firstName', 'Thandi');
    await first.flush();
    const connection = new Database(db.name);
    const second = await resume(connection);
    type(second, 'firstName', 'Sipho');
    await second.flush();
    expect(second.saving()).toEqual({ status: 'saved' });

    type(first, 'surname', 'Nkosi');
    await first.flush();
    expect(first.saving()).toEqual({ status: 'ended', end: 'stale' });
    type(first, 'surname', 'Dube');
    await first.flush();
    expect((await clearDraft(db, id))?.values).toEqual({ firstName: 'Sipho' });

    connection.close();
    const again = await resume();
    type(again, 'surname', 'Nkosi');
    await again.flush();
    expect((await clearDraft(db, id))?.values).toEqual({ firstName: 'Sipho', surname: 'Nkosi' });
  });

  it('the other tab notices when it is shown, before a person types', async () => {
    const first = start();
    type(first, 'firstName', 'Thandi');
    await first.flush();
    await first.verify();
    expect(first.saving()).toEqual({ status: 'saved' });
    const second = await resume();
    type(second, 'firstName', 'Sipho');
    await second.flush();
    await first.verify();
    expect(first.saving()).toEqual({ status: 'ended', end: 'stale' });
  });

  it.each([
    ['queued', 'submitted'],
    ['delivered', 'gone'],
  ] as const)('the other notices that it is %s', async (status, end) => {
    const session = start();
    type(session, 'firstName', 'Thandi');
    await session.flush();
    await db.submissions.update(id, { status });
    await session.verify();
    expect(session.saving()).toEqual({ status: 'ended', end });
  });

  it.each([
    ['queued', 'submitted'],
    ['delivered', 'gone'],
  ] as const)('the read-only one also notices that it is %s', async (status, end) => {
    const session = start();
    type(session, 'firstName', 'Thandi');
    await session.flush();
    await db.drafts.update(id, { revision: 9 });
    await session.verify();
    await session.verify();
    expect(session.saving()).toEqual({ status: 'ended', end: 'stale' });
    await db.submissions.update(id, { status });
    await session.verify();
    expect(session.saving()).toEqual({ status: 'ended', end });
  });
});

it('the list counts a signature by name at once, as the form does', async () => {
  const session = start();
  type(session, 'cannotSign', true);
  await session.flush();
  const before = (await openedSubmission(db, id))?.missing;
  type(session, 'signedByName', true);
  await session.flush();
  expect((await openedSubmission(db, id))?.missing).toBe(Number(before) - 1);
});

describe('while this page submits the form', () => {
  const typed = async (): Promise<FormSession> => {
    const session = start();
    type(session, 'firstName', 'Thandi');
    await session.flush();
    return session;
  };

  it('an undone submit on a full phone does not end the form', async () => {
    const session = await typed();
    await session.submitting(async () => {
      await db.submissions.update(id, { status: 'queued' });
      await session.verify();
      await db.submissions.update(id, { status: 'draft' });
    });
    await session.verify();
    expect(session.saving()).toEqual({ status: 'saved' });
  });

  it('a check that began before the submit does not end the form either', async () => {
    const session = await typed();
    await db.submissions.update(id, { status: 'queued' });
    const look = session.verify();
    const submitted = session.submitting(async () => {
      await look;
      await db.submissions.update(id, { status: 'draft' });
    });
    await submitted;
    expect(session.saving()).toEqual({ status: 'saved' });
  });

  it('another tab’s submit is noticed after this page’s submit failed', async () => {
    const session = await typed();
    await session.submitting(async () => undefined);
    await db.submissions.update(id, { status: 'queued' });
    await session.verify();
    expect(session.saving()).toEqual({ status: 'ended', end: 'submitted' });
  });
});

it('a form that cannot be stored refuses files', async () => {
  const session = createFormSession(
    { id, kind: 'registration', revision: null, content: newContent('registration') },
    {
      ...ports(db),
      store: {
        ...draftsStore(db, browserKeyStore(db)),
        create: async () => ({ status: 'notSaved', reason: 'quota' }),
      },
    },
  );
  await expect(session.ensureDraft()).rejects.toThrow('could not be written');
  await expect(session.ensureDraft()).rejects.toSatisfy(isQuotaError);
  expect(session.saving()).toEqual({ status: 'failed', reason: 'quota' });
});

/** An action of the agent, or an event of the page. */
type Deed = FormAction | 'reload' | 'kill' | 'settle';

const deedsOf = (kind: FormKind): fc.Arbitrary<readonly Deed[]> => {
  const form = formOf(kind);
  const fields = form.sections.flatMap((section) => section.fields);
  const typing = fc.constantFrom(...fields).chain((field): fc.Arbitrary<FormAction> => {
    const texts = [individual[kind][field.name], business[kind][field.name], '', ' x ', '12'];
    const values =
      typeof field.defaultValue === 'boolean'
        ? [true, false]
        : texts.filter((text) => typeof text === 'string');
    return fc
      .constantFrom(...values)
      .map((value) => ({ type: 'typed', name: field.name, value }) as const);
  });
  const customerType = fc
    .boolean()
    .map((value) => ({ type: 'typed', name: 'isBusinessCustomer', value }) as const);
  const moving = fc.constantFrom<FormAction>(
    ...form.sections.map((section) => ({ type: 'moved', section: section.id }) as const),
    { type: 'wentBack' },
    { type: 'checked', context },
    { type: 'checkedAll', context },
    { type: 'usedAnyway', at: 'simCardNumber', context },
  );
  const rest = fc.constantFrom<FormAction>(
    { type: 'agreed', consent: true },
    { type: 'agreed', consent: false },
    { type: 'wentWithoutLocation', chosen: true },
    { type: 'located', location: { latitude: -33.9, longitude: 18.4, accuracy: 9, at: 1 } },
    { type: 'entered', field: 'idNumber' },
  );
  const happening = fc.constantFrom<Deed>('reload', 'kill', 'settle');
  return fc.array(
    fc.oneof(
      { weight: 8, arbitrary: typing },
      { weight: 2, arbitrary: customerType },
      { weight: 3, arbitrary: moving },
      { weight: 1, arbitrary: rest },
      { weight: 2, arbitrary: happening },
    ),
    { minLength: 1, maxLength: 30 },
  );
};

/** A page. A kill stops all its later writes, but a running write still ends. */
function page(kind: FormKind, resumed: Opened | null) {
  const store = draftsStore(db, browserKeyStore(db));
  let isAlive = true;
  let underWay: Promise<unknown> = Promise.resolve();
  const whileAlive = <Result>(write: () => Promise<Result>): Promise<Result> => {
    if (!isAlive) return new Promise(() => {});
    const writing = write();
    underWay = writing;
    return writing;
  };
  const session = createFormSession(
    resumed ?? { id, kind, revision: null, content: newContent(kind) },
    {
      ...ports(db),
      store: {
        ...store,
        create: (...all) => whileAlive(() => store.create(...all)),
        save: (...all) => whileAlive(() => store.save(...all)),
      },
    },
  );
  return {
    session,
    async kill() {
      isAlive = false;
      await underWay;
    },
  };
}

describe.each(kinds)('any sequence of edits, moves, reloads and kills of a %s', (kind) => {
  it('keeps draft, screen, list and wire body consistent', async () => {
    await fc.assert(
      fc.asyncProperty(deedsOf(kind), async (deeds) => {
        await Promise.all(db.tables.map((table) => table.clear()));
        const form = formOf(kind);
        let { session, kill } = page(kind, null);
        /** All values since the screen last said 'Saved', one entry for each typed change. */
        let typed: Values[] = [{}];
        const saved = () => session.saving().status === 'saved';

        for (const deed of deeds) {
          if (deed === 'settle') {
            await session.flush();
          } else if (deed === 'reload' || deed === 'kill') {
            // A hidden page saves. A killed page may lose everything that it did not call saved.
            if (deed === 'reload') await session.flush();
            const wasSaved = saved();
            const { section, field } = session.state().content;
            await kill();
            const found = await opened();
            ({ session, kill } = page(kind, found));
            const { content } = session.state();
            expect(typed).toContainEqual(content.values);
            if (wasSaved) expect(content).toMatchObject({ section, field });
            typed = [content.values];
          } else {
            session.dispatch(deed);
            if (deed.type === 'typed') typed.push({ ...typed.at(-1), [deed.name]: deed.value });
          }
          if (saved()) typed = typed.slice(-1);
        }
        await session.flush();
        const { content } = session.state();
        const values = typed.at(-1) ?? {};
        expect(content.values).toEqual(values);
        const row = await clearDraft(db, id);
        const submission = await openedSubmission(db, id);
        if (session.saving().status === 'untouched') {
          expect([row, submission]).toEqual([undefined, null]);
          return;
        }
        if (!isDraftRow(row) || submission === null) throw new Error('not stored');
        expect(contentOf(row)).toEqual(content);

        const body = wireBody(form, row.values, row.location, 'form-id');
        expect(body).toEqual(wireBody(form, values, content.location, 'form-id'));
        const applying = sectionsOf(form, values)
          .flatMap((section) => fieldsOf(section, values))
          .map(({ name }) => name);
        for (const name of Object.keys(body.formData)) expect(applying).toContain(name);
        expect(body.isBusinessCustomer).toBe(values['isBusinessCustomer'] === true);

        const parts = await draftParts(db, id);
        expect(submission.missing).toBe(missingCount(form, captureOf(content, parts)));
        expect(submission.isBusiness).toBe(body.isBusinessCustomer);
        expect(submission.section).toBe(content.section);
      }),
      { numRuns: 100 },
    );
  });
});

it('knows the values that another tab’s save replaced', async () => {
  const first = start();
  type(first, 'firstName', 'Anele');
  await first.flush();
  expect(first.unsavedValues()).toEqual({});
  const second = await resume();
  type(second, 'surname', 'Zulu');
  await second.flush();
  type(first, 'surname', 'Dube');
  await first.flush();
  expect(first.saving()).toEqual({ status: 'ended', end: 'stale' });
  expect(first.unsavedValues()).toEqual({ surname: 'Dube' });
});
