import { Readable } from 'node:stream';
import { type Selectable, sql } from 'kysely';
import { type Db, type Decision, type Engine, prepared, type Schema } from '../database/engine.ts';
import { uuidFrom } from '../validation/identifiers.ts';
import type { PartialState, PartialStore, PartialUpload } from './partial-store-port.ts';

/** How many pieces are held in memory while a body is read. */
const PIECES_AT_ONCE = 8;

const kept = <T>(value: T): Decision<T> => ({ keep: true, value });

/**
 * Stores bodies in rows, so that any server can continue another's upload. One row has the upload's facts and progress,
 * and each piece has a row. A piece and its offset are one commit.
 */
export function openPostgresPartials({ read, transact }: Engine): PartialStore {
  const find = async (deviceId: string, id: string) => {
    const [row] = await read(async (db) => (await uploadOf(db, { deviceId, id })).rows);
    return row === undefined ? null : stateFrom(row);
  };
  return {
    create: (upload) =>
      transact(async (db) => {
        const { deviceId, idempotencyKey } = upload;
        const [created] = (await insertUpload(db, upload)).rows;
        if (created !== undefined || idempotencyKey === null) return kept(upload);
        const [row] = (await uploadUnder(db, { deviceId, idempotencyKey })).rows;
        return kept(row === undefined ? upload : stateFrom(row));
      }),
    find: async (deviceId, id) => (uuidFrom(id) === id ? find(deviceId, id) : null),
    ofDevice: async (deviceId) => {
      const rows = await read((db) =>
        db
          .selectFrom('uploads')
          .selectAll()
          .where('device_id', '=', deviceId)
          .orderBy('created_at')
          .orderBy('upload_id')
          .execute(),
      );
      return rows.map(stateFrom);
    },
    append: ({ id }, offset, bytes) =>
      transact(async (db) => {
        const to = offset + bytes.length;
        const [moved] = (await moveOffset(db, { id, offset, to })).rows;
        if (moved === undefined) return { keep: false, value: 'elsewhere' };
        await insertPiece(db, { id, offset, bytes });
        return kept('appended');
      }),
    read: async ({ id, offset }) => Readable.from(piecesOf(read, id, offset)),
    finish: ({ id }, { status, contentType, body }) =>
      transact(async (db) => {
        const answer = { answer_status: status, answer_type: contentType, answer_body: body };
        await db.updateTable('uploads').set(answer).where('upload_id', '=', id).execute();
        await db.deleteFrom('upload_pieces').where('upload_id', '=', id).execute();
        return kept(undefined);
      }),
    remove: ({ id }) =>
      transact(async (db) => {
        await db.deleteFrom('uploads').where('upload_id', '=', id).execute();
        return kept(undefined);
      }),
    surplus: async (max) => {
      const count = await read((db) =>
        db
          .selectFrom('uploads')
          .select((row) => row.fn.countAll().as('count'))
          .executeTakeFirstOrThrow(),
      );
      const beyond = Number(count.count) - max;
      if (beyond <= 0) return [];
      // The order of `byLoss`. The offset of an answered upload is always its whole length, so it is ignored.
      const rows = await read((db) =>
        db
          .selectFrom('uploads')
          .selectAll()
          .orderBy(sql`answer_status is null`)
          .orderBy(sql`case when answer_status is null then "offset" else 0 end`)
          .orderBy('created_at')
          .limit(beyond)
          .execute(),
      );
      return rows.map(stateFrom);
    },
    removeOlder: (before) =>
      transact(async (db) => {
        const gone = db.deleteFrom('uploads').where('created_at', '<', before);
        return kept(Number((await gone.executeTakeFirst()).numDeletedRows));
      }),
  };
}

/** Throws `PiecesGone` if pieces are missing because another server has ended the upload meanwhile. */
async function* piecesOf(
  read: Engine['read'],
  id: string,
  length: number,
): AsyncGenerator<Buffer, void> {
  let at = 0;
  while (at < length) {
    const { rows } = await read((db) => piecesFrom(db, { id, at }));
    for (const { start, bytes } of rows) {
      if (Number(start) !== at) break;
      at += bytes.length;
      yield bytes;
    }
    if (rows.length === 0 || Number(rows[0]?.start) > at) throw new PiecesGone();
  }
}

class PiecesGone extends Error {}

const stateFrom = (row: Selectable<Schema['uploads']>): PartialState => ({
  id: row.upload_id,
  deviceId: row.device_id,
  path: row.path,
  idempotencyKey: row.idempotency_key,
  contentType: row.content_type,
  length: row.length,
  createdAt: row.created_at,
  offset: row.offset,
  answer:
    row.answer_status === null
      ? null
      : {
          status: row.answer_status,
          contentType: row.answer_type ?? '',
          body: row.answer_body ?? '',
        },
});

const insertUpload = prepared((db, upload: PartialUpload) =>
  db
    .insertInto('uploads')
    .values({
      upload_id: upload.id,
      device_id: upload.deviceId,
      path: upload.path,
      idempotency_key: upload.idempotencyKey,
      content_type: upload.contentType,
      length: upload.length,
      created_at: upload.createdAt,
      offset: 0,
    })
    // Another server began an upload under this key a moment earlier.
    .onConflict((conflict) => conflict.doNothing())
    .returning('upload_id'),
);

const uploadOf = prepared((db: Db, { deviceId, id }: Readonly<{ deviceId: string; id: string }>) =>
  db
    .selectFrom('uploads')
    .selectAll()
    .where('upload_id', '=', id)
    .where('device_id', '=', deviceId),
);

const uploadUnder = prepared(
  (db, { deviceId, idempotencyKey }: Readonly<{ deviceId: string; idempotencyKey: string }>) =>
    db
      .selectFrom('uploads')
      .selectAll()
      .where('device_id', '=', deviceId)
      .where('idempotency_key', '=', idempotencyKey),
);

const moveOffset = prepared(
  (db, { id, offset, to }: Readonly<{ id: string; offset: number; to: number }>) =>
    db
      .updateTable('uploads')
      .set({ offset: to })
      .where('upload_id', '=', id)
      .where('offset', '=', offset)
      .where('answer_status', 'is', null)
      .returning('upload_id'),
);

const insertPiece = prepared(
  (db, { id, offset, bytes }: Readonly<{ id: string; offset: number; bytes: Buffer }>) =>
    db.insertInto('upload_pieces').values({ upload_id: id, start: offset, bytes }),
);

const piecesFrom = prepared((db, { id, at }: Readonly<{ id: string; at: number }>) =>
  db
    .selectFrom('upload_pieces')
    .select(['start', 'bytes'])
    .where('upload_id', '=', id)
    .where('start', '>=', at)
    .orderBy('start')
    .limit(sql.lit(PIECES_AT_ONCE)),
);
