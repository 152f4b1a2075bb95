import { type FormId, formId, type SubmissionId } from '../../domain/ids.ts';
import { mergeVerdict, type VerdictItem } from '../../domain/verdict.ts';
import type { Database } from '../db/database.ts';
import { isSameRow, withReopen } from '../db/transactions.ts';
import { deleteKey, readKey, writeKey } from '../device/device-keys.ts';
import { localDay } from '../drafts/new-submission.ts';
import type { VerdictRow } from '../format/rows.ts';
import { isNumber, isText } from '../format/shape.ts';
import { beginFacts } from './counters.ts';
import type { ReadPage, Verdicts } from './outbox-port.ts';
import { verdictKey } from './verdict-rows.ts';

const DAY_MS = 24 * 60 * 60_000;
const MAX_ROWS = 5_000;
const MAX_UNKNOWN_FORMS = 200;

/** How long (ms) the phone keeps a verdict, counted from the operator's time. A return stays longer, because a person must act. */
const KEPT_MS = { active: 14 * DAY_MS, received: 14 * DAY_MS, refused: 90 * DAY_MS } as const;
/** If the table is full, verdicts are deleted in this order of their states. */
const states = ['active', 'received', 'refused'] as const;

/** A receipt waits this long (ms) for its verdict. */
const EXPECTED_MS = 14 * DAY_MS;

/** After this time (ms) the app reads all verdicts anew: a server that was restored from a back-up has older verdicts. */
const WHOLE_EVERY_MS = 7 * DAY_MS;

/** The time (ms) between two readings under the identifier of imported forms. */
const OTHERS_EVERY_MS = 6 * 60 * 60_000;
/** The highest number of such identifiers that one drain asks about. */
const MAX_OTHERS = 3;

/** Facts about the items of a page. The keys are results of `verdictKey`. */
type Known = Readonly<{
  stored: (key: FormId) => VerdictRow | undefined;
  /** The form's agent, '' if unknown. Null if this phone never received the formId. */
  agentOf: (key: FormId) => string | null;
  /** The number of stored verdicts of unknown forms. */
  unknownForms: number;
  /** The undelivered submission that corrects the form. After a wipe only its own row names the form. */
  correctionOf: (key: FormId) => SubmissionId | undefined;
}>;

/** The rows that a page changes. */
export function changedRows(page: ReadPage, known: Known): readonly VerdictRow[] {
  const changed = new Map<FormId, VerdictRow>();
  let { unknownForms } = known;
  for (const heard of page.items) {
    const key = verdictKey(heard.formId);
    const before = changed.get(key) ?? known.stored(key);
    const agent = known.agentOf(key);
    // The app ignores unknown forms, except a return: after a wipe an agent must still see it. Another phone shows its own
    // unknown forms.
    if (agent === null && before === undefined) {
      if (page.isImported || heard.state !== 'refused' || unknownForms >= MAX_UNKNOWN_FORMS)
        continue;
      unknownForms += 1;
    }
    const correctedBy = before?.correctedBy ?? known.correctionOf(key);
    const row = rowAfter(before, key, heard, { agent, correctedBy }, page);
    if (row !== null) changed.set(key, row);
  }
  return [...changed.values()];
}

/** Null if the item changes nothing. */
function rowAfter(
  before: VerdictRow | undefined,
  key: FormId,
  heard: VerdictItem,
  { agent, correctedBy }: Readonly<{ agent: string | null; correctedBy: SubmissionId | undefined }>,
  { heardAt, isWhole }: ReadPage,
): VerdictRow | null {
  const verdict = mergeVerdict(before, heard, isWhole);
  if (verdict === before) return null;
  const row: VerdictRow = {
    ...verdict,
    ...(correctedBy && { correctedBy }),
    formId: key,
    day: localDay(verdict.at),
    heardAt,
    ...(agent ? { agent } : {}),
    ...(agent === null ? { isUnknownForm: true as const } : {}),
  };
  return isSameRow({ ...row, heardAt: before?.heardAt }, before) ? null : row;
}

/** True if the phone no longer keeps the verdict. @param now the server's time, because the phone's clock may be wrong */
export const isOutdated = ({ at, state }: VerdictRow, now: number): boolean =>
  now - at > KEPT_MS[state];

const withState = (db: Database, state: VerdictRow['state'], lastDay = '\uffff') =>
  db.verdicts.where('[state+day]').between([state, ''], [state, lastDay], true, true);

/** The keys of verdicts that may be outdated: their day is at or before the last day that the phone keeps. */
const oldKeys = (db: Database, state: VerdictRow['state'], now: number): Promise<FormId[]> =>
  withState(db, state, localDay(now - KEPT_MS[state])).primaryKeys();

async function deleteOutdated(db: Database, now: number): Promise<void> {
  const old = await Promise.all([
    oldKeys(db, 'active', now),
    oldKeys(db, 'received', now),
    oldKeys(db, 'refused', now),
  ]);
  if (!old.some((keys) => keys.length > 0)) return;
  const rows = await db.verdicts.bulkGet(old.flat());
  await db.verdicts.bulkDelete(
    rows.flatMap((row) => (row !== undefined && isOutdated(row, now) ? row.formId : [])),
  );
}

/** Deletes the oldest verdicts if the table is full. */
async function deleteSurplus(db: Database): Promise<void> {
  let surplus = (await db.verdicts.count()) - MAX_ROWS;
  for (const state of states) {
    if (surplus <= 0) return;
    const keys = await withState(db, state).limit(surplus).primaryKeys();
    await db.verdicts.bulkDelete(keys);
    surplus -= keys.length;
  }
}

/** The undelivered submissions that correct a form, by the form's key. Empty if the page has no return. */
async function correctionsFor(
  db: Database,
  items: readonly VerdictItem[],
): Promise<ReadonlyMap<FormId, SubmissionId>> {
  const corrections = new Map<FormId, SubmissionId>();
  if (!items.some(({ state }) => state === 'refused')) return corrections;
  // The index has drafts, queued and rejected submissions side by side.
  await db.submissions
    .where('[status+sequence]')
    .between(['draft', -Infinity], ['rejected', Infinity])
    .each(({ corrects, id }) => {
      if (isText(corrects)) corrections.set(verdictKey(formId(corrects)), id);
    });
  return corrections;
}

/** `count`: the number of stored verdicts. */
async function knownOf(
  db: Database,
  items: readonly VerdictItem[],
): Promise<Known & Readonly<{ count: number }>> {
  const keys = [...new Set(items.map((item) => verdictKey(item.formId)))];
  // An older build stored the server's spelling.
  const spellings = new Set([...keys, ...items.map((item) => item.formId)]);
  const [allKeys, rows, corrections] = await Promise.all([
    db.verdicts.toCollection().primaryKeys(),
    db.formGuids.bulkGet([...spellings]),
    correctionsFor(db, items),
  ]);
  // Most items are new. So one read of all keys replaces most reads of rows.
  const storedKeys = new Set(allKeys);
  const verdicts = await db.verdicts.bulkGet(keys.filter((key) => storedKeys.has(key)));
  const stored = new Map(verdicts.map((row) => [row?.formId, row]));
  const guids = rows.filter((row) => row !== undefined);
  // An older build did not store the agent with the formGuid.
  const ids = guids.flatMap(({ agent, submissionId: id }) => (agent === undefined && id) || []);
  const owners = new Map((await db.submissions.bulkGet(ids)).map((row) => [row?.id, row]));
  const agents = new Map<FormId, string>();
  for (const row of guids) {
    const agent = row.agent ?? owners.get(row.submissionId)?.agent;
    agents.set(verdictKey(formId(row.guid)), isText(agent) ? agent : '');
  }
  const isOfUnknownForm = ({ formId: id, state }: VerdictItem): boolean =>
    state === 'refused' && !agents.has(verdictKey(id)) && !stored.has(verdictKey(id));
  return {
    count: allKeys.length,
    stored: (key) => stored.get(key),
    correctionOf: (key) => corrections.get(key),
    agentOf: (key) => agents.get(key) ?? null,
    // Reads all verdicts, so only if the page has a return of an unknown form.
    unknownForms: items.some(isOfUnknownForm)
      ? await db.verdicts.filter(({ isUnknownForm }) => isUnknownForm === true).count()
      : 0,
  };
}

type OtherReading = Readonly<{ device: string; after: string; at: number }>;

/**
 * The readings that are due under the identifiers of imported forms.
 * @param devices the identifiers of receipts of the last 14 days
 */
export const importedReadingsDue = (
  devices: ReadonlySet<string>,
  readings: readonly OtherReading[],
  now: number,
): readonly Pick<ReadPage, 'after' | 'device'>[] =>
  [...devices]
    .map(
      (device) =>
        readings.find((one) => one.device === device) ?? { device, after: '', at: -Infinity },
    )
    .filter(({ at }) => Math.abs(now - at) >= OTHERS_EVERY_MS)
    .sort((one, other) => one.at - other.at)
    .slice(0, MAX_OTHERS)
    .map(({ after, device }) => ({ after, device }));

/** The readings after a page. Old ones are left out. */
export const withReading = (
  readings: readonly OtherReading[],
  { after, device, heardAt: at }: ReadPage,
): readonly OtherReading[] => [
  ...readings.filter((one) => one.device !== device && Math.abs(at - one.at) < EXPECTED_MS),
  { device, after, at },
];

/** The device identifiers of imported forms that were delivered in the last 14 days. */
async function importedFormDevices(db: Database, now: number): Promise<ReadonlySet<string>> {
  const devices = new Set<string>();
  await db.submissions
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .reverse()
    .until((row) => isNumber(row.deliveredAt) && now - row.deliveredAt > EXPECTED_MS)
    .each(({ device }) => {
      if (isText(device)) devices.add(device);
    });
  return devices;
}

/**
 * True if a form that was delivered in the last 14 days has no final verdict. Imported forms do not count: their verdicts are read
 * seldom, under another identifier.
 */
async function lacksVerdict(db: Database, now: number): Promise<boolean> {
  const final = new Set([
    ...(await withState(db, 'active').primaryKeys()),
    ...(await withState(db, 'refused').primaryKeys()),
  ]);
  let lacks = false;
  await db.submissions
    .where('[status+sequence]')
    .between(['delivered', -Infinity], ['delivered', Infinity])
    .reverse()
    .until((row) => lacks || (isNumber(row.deliveredAt) && now - row.deliveredAt > EXPECTED_MS))
    .each(({ device, formId: id }) => {
      lacks = isText(id) && !isText(device) && !final.has(verdictKey(formId(id)));
    });
  return lacks;
}

/** Stores where the next reading begins. */
async function recordReading(db: Database, page: ReadPage): Promise<void> {
  const { after, device, heardAt, isLast, isImported, isWhole, now } = page;
  if (isImported) {
    const readings = (await readKey(db, 'otherReadings')) ?? [];
    await writeKey(db, 'otherReadings', withReading(readings, page));
    return;
  }
  const [latest] = await Promise.all([
    readKey(db, 'latestTime'),
    writeKey(db, 'verdictCursor', { device, after, isWhole: isWhole && !isLast }),
  ]);
  if (isWhole && isLast) await writeKey(db, 'verdictsWholeAt', heardAt);
  // If the phone's clock ran ahead, the server's time corrects `latestTime`. A later time of the server is ignored: it
  // would make forms look older than they are.
  if (latest !== undefined && now !== null && now < latest) await writeKey(db, 'latestTime', now);
}

export const createVerdicts = (db: Database): Verdicts => ({
  verdictTimes: (now) =>
    withReopen(db, async () => ({
      readAt: (await readKey(db, 'verdictsReadAt')) ?? null,
      lacksVerdict: await lacksVerdict(db, now),
      begin: await beginFacts(db),
    })),
  beginReading: (device, now, readAt) =>
    withReopen(db, () =>
      db.transaction('rw', [db.device, db.submissions], async () => {
        if (((await readKey(db, 'verdictsReadAt')) ?? null) !== readAt) return null;
        await writeKey(db, 'verdictsReadAt', now);
        const readings = (await readKey(db, 'otherReadings')) ?? [];
        const others = importedReadingsDue(await importedFormDevices(db, now), readings, now);
        const cursor = await readKey(db, 'verdictCursor');
        const wholeAt = await readKey(db, 'verdictsWholeAt');
        const isDue = wholeAt === undefined || Math.abs(now - wholeAt) > WHOLE_EVERY_MS;
        if (cursor?.device !== device || (isDue && !cursor.isWhole))
          return { after: '', isWhole: true, others };
        return { after: cursor.after, isWhole: cursor.isWhole, others };
      }),
    ),
  undoReading: (begunAt, readAt) =>
    withReopen(db, () =>
      db.transaction('rw', db.device, async () => {
        if ((await readKey(db, 'verdictsReadAt')) !== begunAt) return;
        if (readAt === null) await deleteKey(db, 'verdictsReadAt');
        else await writeKey(db, 'verdictsReadAt', readAt);
      }),
    ),
  saveVerdicts: (page) =>
    withReopen(db, () =>
      db.transaction('rw', [db.verdicts, db.device, db.formGuids, db.submissions], async () => {
        const known = await knownOf(db, page.items);
        const rows = changedRows(page, known);
        await db.verdicts.bulkPut([...rows]);
        if (page.now !== null) await deleteOutdated(db, page.now);
        if (known.count + rows.length > MAX_ROWS) await deleteSurplus(db);
        await recordReading(db, page);
      }),
    ),
});
