import { browserKeyStore } from '../../../src/store/keys/browser-key-store.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { Database } from '../../../src/store/db/database.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import { strokesStore } from '../../../src/store/files/strokes.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
const size = { width: 320, height: 200 };
const stroke = (start: number) => [
  { x: start, y: 10, time: 1 },
  { x: start + 60, y: 80, time: 9 },
];
let db: Database;

beforeEach(async () => {
  db = new Database(`strokes-${crypto.randomUUID()}`);
  await draftsStore(db, browserKeyStore(db)).create(
    id,
    'registration',
    newContent('registration', {}),
  );
});
afterEach(() => db.delete());

describe('a signature', () => {
  it('keeps each stroke as its own row, in order, with the pad of the first', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    await Promise.all([
      store.add(id, stroke(1), size),
      store.add(id, stroke(2), { width: 9, height: 9 }),
      store.add(id, stroke(3), size),
    ]);
    expect(await store.read(id)).toEqual({ strokes: [stroke(1), stroke(2), stroke(3)], size });
    expect(await db.strokes.count()).toBe(3);
  });

  it('counts in the outbox at once, and no longer after it is cleared', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    const missing = async () => Number((await db.submissions.get(id))?.missing);
    const before = await missing();
    await store.add(id, [{ x: 5, y: 5, time: 0 }], size);
    expect(await missing()).toBe(before);
    await store.add(id, stroke(1), size);
    expect(await missing()).toBe(before - 1);
    await store.clear(id);
    expect(await missing()).toBe(before);
  });

  it('can be cleared, and restored', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    await store.add(id, stroke(1), size);
    await store.add(id, stroke(2), size);
    const before = await store.clear(id);
    expect(await store.read(id)).toEqual({ strokes: [], size: null });
    if (before === null) throw new Error('not cleared');
    expect(await store.replace(id, before)).toEqual({ status: 'saved' });
    expect(await store.read(id)).toEqual({ strokes: [stroke(1), stroke(2)], size });
  });

  it('can be drawn after an older build stored a stroke of a pad without a size', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    const none = { width: 0, height: 0 };
    const lost = [{ x: Number.NaN, y: Number.POSITIVE_INFINITY, time: 1 }];
    await store.add(id, lost, none);
    await store.add(id, lost, none);
    expect(await store.read(id)).toEqual({ strokes: [], size: null });
    await store.add(id, stroke(1), size);
    expect(await store.read(id)).toEqual({ strokes: [stroke(1)], size });
    await store.clear(id);
    await store.add(id, stroke(2), size);
    expect(await store.read(id)).toEqual({ strokes: [stroke(2)], size });
  });

  it('survives a save of the form that began earlier', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    await store.add(id, stroke(1), size);
    const content = newContent('registration', {});
    expect(await draftsStore(db, browserKeyStore(db)).save(id, 1, content)).toMatchObject({
      status: 'saved',
    });
    expect((await store.read(id)).size).toEqual(size);
  });

  it('cannot change after Submit', async () => {
    const store = strokesStore(db, browserKeyStore(db));
    await store.add(id, stroke(1), size);
    await db.submissions.update(id, { status: 'queued' });
    const refused = { status: 'notSaved', reason: 'notOpen' };
    expect(await store.add(id, stroke(2), size)).toEqual(refused);
    expect(await store.clear(id)).toBeNull();
    expect((await store.read(id)).strokes).toHaveLength(1);
  });

  it('reports a full device, and changes nothing', async () => {
    db.strokes.hook('creating', () => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const store = strokesStore(db, browserKeyStore(db));
    const result = await store.add(id, stroke(1), size);
    expect(result).toEqual({ status: 'notSaved', reason: 'quota' });
    expect(await store.read(id)).toEqual({ strokes: [], size: null });
  });
});
