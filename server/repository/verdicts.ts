import { sql } from 'kysely';
import type { DeviceState } from '../../src/domain/announced.ts';
import type { ReasonCode, VerdictState } from '../../src/domain/verdict.ts';
import { type Db, type Engine, prepared } from '../database/engine.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import { type LockedForm, readForm } from './forms-transaction.ts';
import {
  DECIDES_MARK,
  type Decision,
  EPOCH_MARK,
  type Repository,
  type Since,
  type Verdict,
} from './repository-port.ts';
import { folded } from './search-terms.ts';

type OfForm = Readonly<{ formId: string }>;

const registrationOf = prepared((db, { formId }: OfForm) =>
  db
    .selectFrom('registrations')
    .select(['device_id', 'state', 'state_at', 'code', 'text'])
    .where('form_id', '=', formId),
);

const nextPlace = prepared((db, { deviceId }: Readonly<{ deviceId: string }>) =>
  db
    .insertInto('devices')
    .values({ device_id: deviceId, seq: 1, state: 'ok' })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ seq: sql`devices.seq + 1` }),
    ),
);

type NewState = OfForm &
  Readonly<{ state: VerdictState; at: number; code: ReasonCode | null; text: string | null }>;

const updateState = prepared((db, given: NewState & Readonly<{ deviceId: string }>) =>
  db
    .updateTable('registrations')
    .set({
      state: given.state,
      state_at: given.at,
      code: given.code,
      text: given.text,
      device_seq: sql`(select seq from devices where device_id = ${given.deviceId})`,
    })
    .where('form_id', '=', given.formId),
);

/**
 * Gives the form a new state and the next place of its device. The caller has locked the form. This locks the device
 * until the transaction ends, so every place below the newest one is visible to readers.
 */
async function setState(
  db: Db,
  enqueue: Engine['enqueue'],
  given: NewState & Readonly<{ deviceId: string }>,
): Promise<void> {
  await enqueue(nextPlace(db, given));
  await enqueue(updateState(db, given));
}

const isComplete = (form: Pick<LockedForm, 'isSigned' | 'documents'>): boolean =>
  form.isSigned && form.documents.length > 0;

const isDecided = (state: string): boolean => state === 'active' || state === 'refused';

const markRevoked = prepared((db, { formId }: OfForm) =>
  db.updateTable('registrations').set({ from_revoked: 1 }).where('form_id', '=', formId),
);

const linkCorrected = prepared(
  (db, { formId, deviceId, corrects }: OfForm & Readonly<{ deviceId: string; corrects: string }>) =>
    db
      .updateTable('registrations')
      .set({ corrected_by: formId })
      .where('form_id', '=', corrects)
      .where('form_id', '<>', formId)
      .where('device_id', '=', deviceId),
);

/**
 * Ends a call that changed the form and has locked it. Returns false if the form is decided: then the caller must roll
 * back. Marks the form if its device is revoked. If the form is complete now, records that it is received. If it corrects
 * a form of the same device, records that there: last, because decisions lock the device before a registration.
 */
export async function settleForm(
  db: Db,
  enqueue: Engine['enqueue'],
  { formId, deviceId, ...form }: LockedForm,
  at: number,
): Promise<boolean> {
  if (form.state === null || deviceId === null) return true;
  if (isDecided(form.state)) return false;
  if (form.isDeviceRevoked && !form.isFromRevoked) await enqueue(markRevoked(db, { formId }));
  if (form.state === 'arriving' && isComplete(form)) {
    const news = { state: 'received', code: null, text: null } as const;
    await setState(db, enqueue, { formId, deviceId, at, ...news });
  }
  if (form.corrects !== null) {
    await enqueue(linkCorrected(db, { formId, deviceId, corrects: form.corrects }));
  }
  return true;
}

/** Common words that a form may have, as in 'Behind the Spar'. They name nobody. */
const COMMON = new Set('and are for from has have into near not off the this was with'.split(' '));

/** Runs of digits, also if they are written with spaces, dots or hyphens between them. */
const numbersIn = (text: string): readonly string[] =>
  text.replace(/(?<=\d)[\s.,()/-]+(?=\d)/g, '').match(/\d+/g) ?? [];

const windowsOf = (digits: string): readonly string[] =>
  Array.from({ length: Math.max(0, digits.length - 3) }, (_, at) => digits.slice(at, at + 4));

/** True if the text has a word or a number of the form, a long number, or an address. */
export function namesCustomer(text: string, values: readonly (string | number)[]): boolean {
  const numbers = numbersIn(text);
  if (numbers.some((digits) => digits.length >= 6)) return true;
  if (/@|:\/\/|[\p{L}\p{N}]\.\p{L}/u.test(text)) return true;
  const words = new Set(folded(text).split(' '));
  return values.map(String).some((value) => {
    const said = folded(value).split(' ');
    const isSaid = said.some((word) => word.length >= 3 && !COMMON.has(word) && words.has(word));
    const known = numbersIn(value);
    return (
      isSaid || numbers.flatMap(windowsOf).some((four) => known.some((it) => it.includes(four)))
    );
  });
}

async function decide(
  { db, engine, ring }: Readonly<{ db: Db; engine: Engine; ring: KeyRing }>,
  { formId, state, code, text }: Decision,
  at: number,
): ReturnType<Repository['decide']> {
  await engine.lockForm(db, formId);
  const [row] = (await registrationOf(db, { formId })).rows;
  if (row === undefined) return 'unknown';
  if (row.state === 'arriving') return 'incomplete';
  if (row.state === 'received') {
    // The phone may have removed a document to send a better one. After a decision the server would refuse that document.
    const form = await readForm(db, { formId, deviceId: row.device_id });
    if (form === null || !isComplete(form)) return 'incomplete';
  }
  if (row.state === state && row.code === code && row.text === text) return 'unchanged';
  if (text !== null) {
    const content = await db
      .selectFrom('submissions')
      .select(['sealed', 'form_data'])
      .where('form_id', '=', formId)
      .executeTakeFirstOrThrow();
    const { formData } =
      content.sealed === null
        ? { formData: JSON.parse(content.form_data ?? '{}') }
        : JSON.parse(ring.open(content.sealed));
    if (namesCustomer(text, Object.values(formData))) return 'names-customer';
  }
  // A phone ignores a verdict that is older than the one before, so a clock that went back must not make one.
  const later = Math.max(at, row.state_at + 1);
  const deviceId = row.device_id;
  await setState(db, engine.enqueue, { formId, deviceId, state, at: later, code, text });
  await db
    .insertInto('marks')
    .values({ name: DECIDES_MARK, value: 'yes' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return 'decided';
}

const saveDeviceState = prepared(
  (db, { deviceId, state }: Readonly<{ deviceId: string; state: DeviceState }>) =>
    db
      .insertInto('devices')
      .values({ device_id: deviceId, seq: 0, state })
      .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ state })),
);

/** True if the server has given the device a form id, or has taken a form from it. */
async function isKnown(db: Db, deviceId: string): Promise<boolean> {
  const device = await db
    .selectFrom('devices')
    .select('seq')
    .where('device_id', '=', deviceId)
    .executeTakeFirst();
  if (device !== undefined && device.seq > 0) return true;
  const form = await db
    .selectFrom('forms')
    .select('form_id')
    .where((row) => row.or([row('issued_to', '=', deviceId), row('device_id', '=', deviceId)]))
    .limit(1)
    .executeTakeFirst();
  return form !== undefined;
}

const deviceRow = prepared((db, { deviceId }: Readonly<{ deviceId: string }>) =>
  db
    .selectFrom('marks')
    .leftJoin('devices', (join) => join.on('device_id', '=', deviceId))
    .select(['value', 'state', 'seq'])
    .where('name', '=', EPOCH_MARK),
);

type Page = Readonly<{ deviceId: string; after: number; max: number }>;

const pageAfter = prepared((db, page: Page) =>
  db
    .selectFrom('registrations')
    .select(['form_id', 'state', 'state_at', 'code', 'text', 'device_seq'])
    .where('device_id', '=', page.deviceId)
    .where('device_seq', '>', page.after)
    .orderBy('device_seq')
    .limit(page.max),
);

const recentAfter = prepared((db, page: Page & Since) =>
  db
    .selectFrom('registrations')
    .select(['form_id', 'state', 'state_at', 'code', 'text', 'device_seq'])
    .where('device_id', '=', page.deviceId)
    .where('device_seq', '>', page.after)
    .where((row) =>
      row.or([
        row.and([row('state', '!=', 'refused'), row('state_at', '>=', page.any)]),
        row.and([
          row('state', '=', 'refused'),
          row('corrected_by', 'is', null),
          row('state_at', '>=', page.open),
        ]),
      ]),
    )
    .orderBy('device_seq')
    .limit(page.max),
);

async function verdictsAfter(db: Db, page: Page, since: Since | null): Promise<Verdict[]> {
  const { rows } = await (since === null
    ? pageAfter(db, page)
    : recentAfter(db, { ...page, ...since }));
  return rows.flatMap(({ state, device_seq: place, ...row }) =>
    state === 'arriving' || place === null
      ? []
      : [{ formId: row.form_id, state, at: row.state_at, code: row.code, text: row.text, place }],
  );
}

/** The part of the repository that knows the operator's verdicts. */
export const verdictsOf = (
  engine: Engine,
  ring: KeyRing,
): Pick<Repository, 'decide' | 'setDeviceState' | 'deviceOf' | 'verdictsAfter'> => ({
  deviceOf: (deviceId) =>
    engine.read(async (db) => {
      const [row] = (await deviceRow(db, { deviceId })).rows;
      return { state: row?.state ?? 'ok', seq: row?.seq ?? 0, epoch: row?.value ?? '' };
    }),
  verdictsAfter: (deviceId, after, since, max) =>
    engine.read((db) => verdictsAfter(db, { deviceId, after, max }, since)),
  decide: (decision, at) =>
    engine.transact(async (db) => {
      const value = await decide({ db, engine, ring }, decision, at);
      return { keep: value === 'decided', value };
    }),
  setDeviceState: (deviceId, state) =>
    engine.transact(async (db) => {
      const value = (await isKnown(db, deviceId)) ? 'known' : 'unknown';
      await saveDeviceState(db, { deviceId, state });
      return { keep: true, value };
    }),
});
