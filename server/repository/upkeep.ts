import { sql } from 'kysely';
import type { Db } from '../database/engine.ts';
import { DAY_MS } from '../limits.ts';
import { addGarbage } from './forms-transaction.ts';
import {
  type Age,
  type FileKind,
  type FoundForm,
  MAX_UNUSED_FORMS,
  type Repository,
} from './repository-port.ts';

/** Milliseconds since 1970. `seen` becomes `trusted` at the next reading that is at least a day later. */
export type TrustedClock = Readonly<{
  trusted: number;
  seen: number;
  /** The latest reading of all. */
  latest: number;
  /**
   * Begins at the first reading, and then grows by the time that passes between readings. It never decreases. If the
   * clock goes back and is corrected later, the correction adds nothing.
   */
  passed: number;
}>;

/** The longest pause of a server. If the clock jumps further ahead, it was wrong, and the jump does not count. */
const MAX_PAUSE_MS = 366 * DAY_MS;

/** Returns the clock after a new reading. The first reading is not trusted yet, so nothing counts as old. */
export function advanceClock(before: TrustedClock | null, now: number): TrustedClock {
  if (before === null) return { trusted: 0, seen: now, latest: now, passed: now };
  const { trusted, seen, passed } = before;
  // `before.latest` is 0 in the row of an older server.
  const latest = Math.max(before.latest, seen);
  if (now < seen) return { trusted: Math.min(trusted, now), seen: now, latest, passed };
  if (now - seen < DAY_MS) return before;
  // After a clock that was behind is corrected, only the time since its latest reading counts. While it is behind,
  // nobody knows how much time has passed. Then each reading counts as one day.
  const step = now >= latest ? now - latest : DAY_MS;
  return {
    trusted: seen,
    seen: now,
    latest: Math.max(latest, now),
    passed: passed + (step > MAX_PAUSE_MS ? 0 : step),
  };
}

/** The number of names in one query. Databases accept only some thousands of values. */
const NAMES_AT_ONCE = 500;

/** Keeps a device's newest unused form ids for a year, and the others for a month. */
export async function purgeForms(db: Db, yearAgo: number, monthAgo: number): Promise<number> {
  const place = sql<number>`row_number() over (partition by issued_to order by issued_at desc)`;
  const unused = db
    .selectFrom('forms')
    .select(['form_id', place.as('place')])
    .where('device_id', 'is', null)
    .where('issued_to', 'is not', null);
  const beyond = db
    .selectFrom(unused.as('unused'))
    .select('form_id')
    .where('place', '>', MAX_UNUSED_FORMS);
  const { numDeletedRows } = await db
    .deleteFrom('forms')
    .where('device_id', 'is', null)
    .where((row) =>
      row.or([
        row('issued_at', '<', yearAgo),
        row.and([row('issued_at', '<', monthAgo), row('form_id', 'in', beyond)]),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function unknownAmong(db: Db, storageNames: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (let at = 0; at < storageNames.length; at += NAMES_AT_ONCE) {
    const some = storageNames.slice(at, at + NAMES_AT_ONCE);
    for (const table of ['documents', 'signatures'] as const) {
      const rows = await db
        .selectFrom(table)
        .select('storage_name')
        .where('storage_name', 'in', some)
        .execute();
      for (const row of rows) known.add(row.storage_name);
    }
  }
  return storageNames.filter((name) => !known.has(name));
}

export const filesAfter = (
  db: Db,
  kind: FileKind,
  after: string,
  since: number,
  max: number,
): ReturnType<Repository['filesAfter']> =>
  db
    .selectFrom(kind)
    .select(['storage_name as storageName', 'sealed_key as sealedKey', 'size'])
    .where('storage_name', '>', after)
    .where('received_at', '>=', since)
    .orderBy('storage_name')
    .limit(max)
    .execute();

export const formsOfTerm = (db: Db, term: string, max: number): Promise<FoundForm[]> =>
  db
    .selectFrom('search_terms')
    .innerJoin('submissions', 'submissions.form_id', 'search_terms.form_id')
    .select(['submissions.form_id as formId', 'received_at as receivedAt'])
    .where('term', '=', term)
    .orderBy('received_at', 'desc')
    .limit(max)
    .execute();

export async function finishedForms(
  db: Db,
  before: Age,
  max: number,
  among: readonly string[] | null = null,
): Promise<string[]> {
  const newestOf = (table: 'documents' | 'signatures', column: 'received_at' | 'passed') =>
    sql<number>`(select max(${sql.ref(column)}) from ${sql.table(table)}
      where form_id = submissions.form_id)`;
  const rows = await db
    .selectFrom('submissions')
    .select('form_id')
    .where('updated_at', '<', before.trusted)
    .where('passed', '<', before.passed)
    .where(newestOf('signatures', 'received_at'), '<', before.trusted)
    .where(newestOf('signatures', 'passed'), '<', before.passed)
    .where(newestOf('documents', 'received_at'), '<', before.trusted)
    .where(newestOf('documents', 'passed'), '<', before.passed)
    .$if(among !== null, (query) => query.where('form_id', 'in', among ?? []))
    .limit(max)
    .execute();
  return rows.map((row) => row.form_id);
}

export async function eraseForm(db: Db, formId: string, at: number): Promise<string[] | null> {
  // Answers of older versions have no form id. They are found by the document ids in their body.
  const listsOne = sql<boolean>`exists (select 1 from documents
    where form_id = ${formId} and answers.body like '%' || form_file_id || '%')`;
  await db
    .deleteFrom('answers')
    .where((row) =>
      row.or([row('form_id', '=', formId), row.and([row('form_id', 'is', null), listsOne])]),
    )
    .execute();
  const names: string[] = [];
  for (const table of ['documents', 'signatures'] as const) {
    const rows = await db
      .deleteFrom(table)
      .where('form_id', '=', formId)
      .returning('storage_name')
      .execute();
    names.push(...rows.map((row) => row.storage_name));
  }
  await addGarbage(db, names, at);
  const ownCorrects = db
    .selectFrom('registrations')
    .select('corrects')
    .where('form_id', '=', formId);
  await db
    .updateTable('registrations')
    .set({ corrected_by: null })
    .where('form_id', 'in', ownCorrects)
    .where('corrected_by', '=', formId)
    .execute();
  await db
    .updateTable('registrations')
    .set({ corrects: null })
    .where('corrects', '=', formId)
    .execute();
  for (const table of ['search_terms', 'registrations', 'submissions'] as const) {
    await db.deleteFrom(table).where('form_id', '=', formId).execute();
  }
  const { numDeletedRows } = await db
    .deleteFrom('forms')
    .where('form_id', '=', formId)
    .executeTakeFirst();
  return numDeletedRows === 0n ? null : names;
}
