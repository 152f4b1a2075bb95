import { type Db, type Decision, type Engine, prepared } from '../database/engine.ts';
import { openSqliteEngine } from '../database/sqlite-engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import {
  documentColumns,
  documentFrom,
  formsTransaction,
  isFreeFor,
  type LockedForm,
  readForm,
} from './forms-transaction.ts';
import {
  indexForms,
  keyAnswers,
  plainAnswers,
  plainFiles,
  plainForms,
  replaceFile,
  sealForms,
  unindexedForms,
} from './plain-rows.ts';
import {
  type Answered,
  type Claim,
  CommitInDoubt,
  type FormOwner,
  type FormsTransaction,
  type HttpAnswer,
  type OnceEnding,
  type Repository,
  type SavedAnswer,
} from './repository-port.ts';
import { termOf } from './search-terms.ts';
import {
  advanceClock,
  eraseForm,
  filesAfter,
  finishedForms,
  formsOfTerm,
  purgeForms,
  unknownAmong,
} from './upkeep.ts';
import { settleForm, verdictsOf } from './verdicts.ts';

const kept = <T>(value: T): Decision<T> => ({ keep: true, value });

type Owner = Pick<LockedForm, 'deviceId' | 'kind'>;

/** More than the forms whose files are on their way at one moment. */
const MAX_REMEMBERED = 10_000;

/** Remembers the entries that were added last. */
function createMemory<Value>() {
  const entries = new Map<string, Value>();
  return {
    get: (key: string): Value | undefined => entries.get(key),
    add: (key: string, value: Value): void => {
      entries.set(key, value);
      const [oldest] = entries.keys();
      if (entries.size > MAX_REMEMBERED && oldest !== undefined) entries.delete(oldest);
    },
  };
}

const keyText = ({ deviceId, key }: Pick<Claim, 'deviceId' | 'key'>): string =>
  `${deviceId}|${key}`;

/** The repository over a database engine. It stores forms encrypted. */
export function openRepository(engine: Engine, ring: KeyRing): Repository {
  const write = <T>(act: (db: Db) => Promise<T>): Promise<T> =>
    engine.transact(async (db) => kept(await act(db)));

  // The forms that this server changed last. A form's owner never changes.
  const owners = createMemory<Owner>();
  // The keys that this server answered last. A stored answer never changes.
  const answeredKeys = createMemory<true>();

  type Opened = Readonly<{ saved: SavedAnswer | null; form: LockedForm | null }>;

  /** Locks the form. The other statements then see what the earlier holder of the lock has committed. */
  async function openedBy(db: Db, claim: Claim | null): Promise<Opened> {
    if (claim === null) return { saved: null, form: null };
    const [, saved, form] = await Promise.all([
      engine.lockForm(db, claim.formId),
      savedAnswer(db, claim.deviceId, claim.key),
      readForm(db, claim),
    ]);
    return { saved, form };
  }

  async function onceIn<Ending extends Readonly<{ status: string }>>(
    db: Db,
    claim: Claim | null,
    at: number,
    { saved, form }: Opened,
    effect: (forms: FormsTransaction) => Promise<Ending>,
  ): Promise<Readonly<{ ending: Ending | OnceEnding; bound: LockedForm | null }>> {
    if (claim !== null && saved !== null) {
      const isSame = saved.requestHash === claim.requestHash;
      const { answer } = saved;
      return {
        ending: isSame ? { status: 'replayed', answer } : { status: 'key-reused' },
        bound: null,
      };
    }
    const forms = formsTransaction(db, engine, ring, form);
    const ending = await effect(forms);
    if (!isAnswered(ending)) return { ending, bound: null };
    const bound = forms.form();
    if (bound?.isChanged === true && !(await settleForm(db, engine.enqueue, bound, at))) {
      return { ending: { status: 'decided' }, bound: null };
    }
    if (claim !== null) {
      const { statusCode, body } = ending.answer;
      await engine.enqueue(insertAnswer(db, { ...claim, statusCode, body, at }));
    }
    return { ending, bound };
  }

  /**
   * Asks over another connection, once the form's lock is free. By then the commit in doubt has either taken effect or
   * never will. Returns null if it has not, or if the database still does not answer. Then the phone must repeat the
   * call.
   */
  const foundAfterDoubt = async (claim: Claim): Promise<HttpAnswer | null> => {
    const ask = engine.transact(async (db) => {
      await engine.lockForm(db, claim.formId);
      return { keep: false, value: await savedAnswer(db, claim.deviceId, claim.key) };
    });
    const saved = await ask.catch(() => null);
    return saved?.requestHash === claim.requestHash ? saved.answer : null;
  };

  return {
    ...verdictsOf(engine, ring),
    issueForm: (formId, deviceId, at) =>
      engine.writeOnce(async (db) => {
        await insertForm(db, { formId, deviceId, at });
      }),
    purgeForms: (yearAgo, monthAgo) => write((db) => purgeForms(db, yearAgo, monthAgo)),
    mayUse: async (owner) => {
      const known = owners.get(owner.formId);
      if (known !== undefined) return isFreeFor(known, owner);
      const [form] = await engine.read(async (db) => (await ownerOf(db, owner)).rows);
      return form !== undefined && isFreeFor(form, owner);
    },
    savedAnswer: (deviceId, key) => engine.read((db) => savedAnswer(db, deviceId, key)),
    recentAnswer: async (deviceId, key) =>
      answeredKeys.get(keyText({ deviceId, key })) === true
        ? engine.read((db) => savedAnswer(db, deviceId, key))
        : null,
    exactlyOnce: async (claim, at, effect) => {
      try {
        const { bound, ending } = await engine.transactAfter(
          (db) => openedBy(db, claim),
          async (db, opened) => {
            const value = await onceIn(db, claim, at, opened, effect);
            return { keep: isAnswered(value.ending), value };
          },
        );
        if (bound !== null) {
          const { deviceId, formId, kind } = bound;
          owners.add(formId, { deviceId, kind });
        }
        if (claim !== null && ['answered', 'replayed', 'key-reused'].includes(ending.status))
          answeredKeys.add(keyText(claim), true);
        return ending;
      } catch (error) {
        if (error instanceof CommitInDoubt && claim !== null && engine.canResolveDoubt) {
          const answer = await foundAfterDoubt(claim);
          if (answer !== null) return { status: 'found-after-doubt', answer };
        }
        throw error;
      }
    },
    documentFor: (formFileId, deviceId) =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom('documents')
          .innerJoin('forms', 'forms.form_id', 'documents.form_id')
          .select(documentColumns)
          .where('form_file_id', '=', formFileId)
          .where('device_id', '=', deviceId)
          .executeTakeFirst();
        return row === undefined ? null : documentFrom(row);
      }),
    fileCount: () =>
      engine.read(async (db) => {
        const counts = await db
          .selectFrom('documents')
          .select((row) => row.fn.countAll<number>().as('count'))
          .unionAll(
            db.selectFrom('signatures').select((row) => row.fn.countAll<number>().as('count')),
          )
          .execute();
        return counts.reduce((sum, { count }) => sum + Number(count), 0);
      }),
    unknownAmong: (storageNames) => engine.read((db) => unknownAmong(db, storageNames)),
    garbage: (max) =>
      engine.read(async (db) => {
        const query = db.selectFrom('garbage').select('storage_name').orderBy('since').limit(max);
        return (await query.execute()).map((row) => row.storage_name);
      }),
    forget: (storageNames) =>
      write(async (db) => {
        if (storageNames.length === 0) return;
        await db.deleteFrom('garbage').where('storage_name', 'in', storageNames).execute();
      }),
    mark: (name) =>
      engine.read(async (db) => {
        const query = db.selectFrom('marks').select('value').where('name', '=', name);
        return (await query.executeTakeFirst())?.value ?? null;
      }),
    setMark: (name, value) =>
      write(async (db) => {
        await db
          .insertInto('marks')
          .values({ name, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
      }),
    identifyOnce: (id) =>
      write(async (db) => {
        const row = await db.selectFrom('identity').select('id').executeTakeFirst();
        if (row === undefined) await db.insertInto('identity').values({ id }).execute();
        return row?.id ?? id;
      }),
    identity: () =>
      engine.read(async (db) => {
        const row = await db.selectFrom('identity').select('id').executeTakeFirst();
        return row?.id ?? null;
      }),
    identify: (id) =>
      write(async (db) => {
        await db.deleteFrom('identity').execute();
        await db.insertInto('identity').values({ id }).execute();
      }),
    trustedTime: (now) =>
      write(async (db) => {
        const before = await db.selectFrom('clock').selectAll().executeTakeFirst();
        const clock = advanceClock(before ?? null, now);
        await db.deleteFrom('clock').execute();
        await db.insertInto('clock').values(clock).execute();
        return clock;
      }),
    eraseForm: (formId, at) =>
      write(async (db) => {
        await engine.lockForm(db, formId);
        return eraseForm(db, formId, at);
      }),
    eraseFinished: (before, max, at) =>
      write(async (db) => {
        const ids = await finishedForms(db, before, max);
        if (ids.length === 0) return { forms: 0, storageNames: [] };
        // Locks the forms in sorted order, because two servers may do this at once. Then checks the forms again: a call
        // may have changed one before its lock.
        for (const formId of ids.toSorted()) await engine.lockForm(db, formId);
        const storageNames: string[] = [];
        for (const formId of await finishedForms(db, before, max, ids)) {
          storageNames.push(...((await eraseForm(db, formId, at)) ?? []));
        }
        return { forms: ids.length, storageNames };
      }),
    // Reads first: if nothing is left to do, no transaction is needed.
    sealForms: async (max) => {
      const formIds = await engine.read((db) => plainForms(db, max));
      if (formIds.length > 0) await write((db) => sealForms(db, engine.lockForm, ring, formIds));
      return formIds.length;
    },
    findForms: (kind, text, max) =>
      engine.read((db) => formsOfTerm(db, termOf(ring, kind, text), max)),
    indexForms: async (max) => {
      const formIds = await engine.read((db) => unindexedForms(db, max));
      if (formIds.length > 0) await write((db) => indexForms(db, engine, ring, formIds));
      return formIds.length;
    },
    keyAnswers: async (max, keyed) => {
      const answers = await engine.read((db) => plainAnswers(db, max));
      if (answers.length > 0) await write((db) => keyAnswers(db, answers, keyed));
      return answers.length;
    },
    filesAfter: (kind, after, since, max) =>
      engine.read((db) => filesAfter(db, kind, after, since, max)),
    plainFiles: (kind, after, max) => engine.read((db) => plainFiles(db, kind, after, max)),
    replaceFile: (plain, by, at) =>
      write(async (db) => {
        await engine.lockForm(db, plain.formId);
        return replaceFile(db, plain, by, at);
      }),
    flush: () => engine.flush(),
    purgeAnswers: (at) =>
      write(async (db) => {
        const ended = db.deleteFrom('answers').where('stored_at', '<', at);
        return Number((await ended.executeTakeFirst()).numDeletedRows);
      }),
    probe: () =>
      engine.transact(async (db) => {
        await db
          .updateTable('clock')
          .set((row) => ({ seen: row.ref('seen') }))
          .execute();
        return { keep: false, value: undefined };
      }),
    close: () => engine.close(),
  };
}

const insertForm = prepared(
  (db, { formId, deviceId, at }: Readonly<{ formId: string; deviceId: string; at: number }>) =>
    db.insertInto('forms').values({ form_id: formId, issued_to: deviceId, issued_at: at }),
);

const ownerOf = prepared((db, { formId }: Pick<FormOwner, 'formId'>) =>
  db.selectFrom('forms').select(['device_id as deviceId', 'kind']).where('form_id', '=', formId),
);

const answerOf = prepared((db, { deviceId, key }: Readonly<{ deviceId: string; key: string }>) =>
  db
    .selectFrom('answers')
    .select(['request_hash', 'status_code', 'body'])
    .where('device_id', '=', deviceId)
    .where('idempotency_key', '=', key),
);

async function savedAnswer(db: Db, deviceId: string, key: string): Promise<SavedAnswer | null> {
  const [row] = (await answerOf(db, { deviceId, key })).rows;
  if (row === undefined) return null;
  return { requestHash: row.request_hash, answer: { statusCode: row.status_code, body: row.body } };
}

const insertAnswer = prepared((db, given: Claim & HttpAnswer & Readonly<{ at: number }>) =>
  db.insertInto('answers').values({
    device_id: given.deviceId,
    idempotency_key: given.key,
    form_id: given.formId,
    request_hash: given.requestHash,
    status_code: given.statusCode,
    body: given.body,
    stored_at: given.at,
  }),
);

function isAnswered(ending: Readonly<{ status: string }>): ending is Answered {
  return ending.status === 'answered';
}

export const openSqliteRepository = (file: string, ring: KeyRing): Repository =>
  openRepository(openSqliteEngine(file), ring);
