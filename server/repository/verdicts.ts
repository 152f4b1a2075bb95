import { sql } from 'kysely';
import type { VerdictState } from '../../src/domain/announced.ts';
import { type Db, prepared } from '../database/engine.ts';

type OfForm = Readonly<{ formId: string }>;
type AtTime = Readonly<{ at: number }>;

/** Adds the form to the registrations, or records that its fields arrived again. */
export const enterRegistration = prepared((db, { formId, at }: OfForm & AtTime) =>
  db
    .insertInto('registrations')
    .values({
      form_id: formId,
      device_id: sql<string>`(select device_id from forms where form_id = ${formId})`,
      state: 'arriving',
      state_at: at,
      changed_at: at,
      from_revoked: 0,
    })
    .onConflict((conflict) => conflict.column('form_id').doUpdateSet({ changed_at: at })),
);

const isIn = (table: 'signatures' | 'documents') =>
  sql`exists (select 1 from ${sql.table(table)} where form_id = registrations.form_id)`;

const registrationOf = prepared((db, { formId }: OfForm) =>
  db
    .selectFrom('registrations')
    .select([
      'device_id',
      'state',
      sql<number>`case when ${isIn('signatures')} and ${isIn('documents')} then 1 else 0 end`.as(
        'is_complete',
      ),
    ])
    .where('form_id', '=', formId),
);

const nextPlace = prepared((db, { deviceId }: Readonly<{ deviceId: string }>) =>
  db
    .insertInto('devices')
    .values({ device_id: deviceId, seq: 1, state: 'ok' })
    .onConflict((conflict) =>
      conflict.column('device_id').doUpdateSet({ seq: sql`devices.seq + 1` }),
    )
    .returning('seq'),
);

type NewState = OfForm & AtTime & Readonly<{ state: VerdictState }>;

const updateState = prepared((db, given: NewState & Readonly<{ place: number }>) =>
  db
    .updateTable('registrations')
    .set({ state: given.state, state_at: given.at, device_seq: given.place })
    .where('form_id', '=', given.formId),
);

/**
 * Gives the form a new state and the next place of its device. The caller has locked the form. This locks the device
 * until the transaction ends, so every place below the newest one is visible to readers.
 */
async function setState(db: Db, deviceId: string, given: NewState): Promise<void> {
  const [device] = (await nextPlace(db, { deviceId })).rows;
  if (device === undefined) throw new Error('The device has no row.');
  await updateState(db, { ...given, place: device.seq });
}

/** Ends a call that changed the form: if the form is complete now, records that it is received. */
export async function settleForm(db: Db, formId: string, at: number): Promise<void> {
  const [row] = (await registrationOf(db, { formId })).rows;
  if (row === undefined || row.state !== 'arriving' || row.is_complete === 0) return;
  await setState(db, row.device_id, { formId, state: 'received', at });
}
