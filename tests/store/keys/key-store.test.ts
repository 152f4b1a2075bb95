import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { sha256 } from '../../../src/platform/sha256.ts';
import { webCryptoPort } from '../../../src/seal/key-hierarchy.ts';
import type { SecretStorage } from '../../../src/seal/secret-storage.ts';
import { secretsIn } from '../../../src/seal/secrets.ts';
import { Database } from '../../../src/store/db/database.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { draftsStore } from '../../../src/store/drafts/drafts.ts';
import { peppersOf } from '../../../src/store/format/agent-row.ts';
import { areKeys } from '../../../src/store/format/submission-row.ts';
import { accessOf } from '../../../src/store/keys/agent-access.ts';
import { createKeyStore, type KeyStore } from '../../../src/store/keys/key-store.ts';
import { newestSubmissions } from '../../../src/store/lists/outbox-queries.ts';
import { createOutboxStore } from '../../../src/store/open-outbox.ts';
import {
  brokenStorage,
  type HomeDisk,
  memorySecretStorage,
} from '../../support/fakes/memory-secret-storage.ts';
import { RealLockPhone } from '../../support/world/lock-phone.ts';

const [one, other] = ['11111111', '22222222'].map((start) =>
  submissionId(`${start}-1111-4111-8111-111111111111`),
);
if (one === undefined || other === undefined) throw new Error('There are two ids.');

let db: Database;
let disks: readonly [HomeDisk, HomeDisk];
let time: number;

beforeEach(() => {
  db = new Database(`keys-${crypto.randomUUID()}`);
  disks = [new Map(), new Map()];
  time = 1_000;
});
afterEach(() => db.delete());

/** The key store of a new process. */
function keyStoreOver(
  storages: readonly SecretStorage[] = disks.map(memorySecretStorage),
  of: Database = db,
): KeyStore {
  const secrets = secretsIn(storages);
  const now = (): number => {
    time += 1;
    return time;
  };
  return createKeyStore(of, {
    digest: sha256,
    cryptoPort: webCryptoPort(secrets),
    secrets,
    now,
    newId: () => crypto.randomUUID(),
  });
}

const created = (id = one, keyStore = keyStoreOver(), of = db) =>
  draftsStore(of, keyStore).create(
    id,
    'registration',
    newContent('registration', { firstName: 'T' }),
  );

const namesIn = async (state: string) =>
  (
    await db.secretNames.where('[state+madeAt]').between([state, 0], [state, Infinity]).toArray()
  ).map(({ name }) => name);

describe('the first form of a phone', () => {
  it('creates the agent and secrets, and uses one of them', async () => {
    expect((await created()).status).toBe('saved');
    const [agent, ...others] = await db.agents.toArray();
    const row = await db.submissions.get(one);
    expect(others).toEqual([]);
    expect(row).toMatchObject({ agent: agent?.id });
    const keys = row?.keys as { p: string };
    expect(await namesIn('used')).toEqual(
      expect.arrayContaining([keys.p, ...(agent ? peppersOf(agent) : [])]),
    );
    expect(await namesIn('used')).toHaveLength(2);
    for (const disk of disks) expect([...disk.keys()]).toEqual(expect.arrayContaining([keys.p]));
  });

  it('creates one agent if two tabs begin at once', async () => {
    const tab = new Database(db.name);
    const saved = await Promise.all([created(), created(other, keyStoreOver(undefined, tab), tab)]);
    tab.close();
    expect(saved.map(({ status }) => status)).toEqual(['saved', 'saved']);
    expect(await db.agents.count()).toBe(1);
    const rows = await db.submissions.toArray();
    expect(new Set(rows.map(({ keys }) => (keys as { p: string }).p)).size).toBe(2);
    for (const row of rows) expect(await keyStoreOver().decrypted(row)).not.toBeNull();
  });

  it('is not saved if no storage accepts a secret, and reports missing space', async () => {
    expect(await created(one, keyStoreOver([brokenStorage, brokenStorage]))).toEqual({
      status: 'notSaved',
      reason: 'quota',
    });
    expect([await db.drafts.count(), await db.submissions.count()]).toEqual([0, 0]);
  });
});

describe('the available secrets', () => {
  it('are refilled to 24, used oldest first, and refilled again when few are left', async () => {
    const keyStore = keyStoreOver();
    await keyStore.refillAvailable();
    const [oldest, second] = await namesIn('spare');
    expect(await namesIn('spare')).toHaveLength(24);
    await created(one, keyStore);
    expect(await namesIn('used')).toEqual(expect.arrayContaining([oldest, second]));
    await keyStore.refillAvailable();
    expect(await namesIn('spare')).toHaveLength(22);
    for (const name of (await namesIn('spare')).slice(0, 10)) await db.secretNames.delete(name);
    await keyStore.refillAvailable();
    expect(await namesIn('spare')).toHaveLength(24);
  });

  it('are used oldest first, also after the clock was set back', async () => {
    const keyStore = keyStoreOver();
    await keyStore.refillAvailable();
    for (const name of (await namesIn('spare')).slice(0, 10)) await db.secretNames.delete(name);
    const older = await namesIn('spare');
    time = 10;
    await keyStore.refillAvailable();
    const all = await namesIn('spare');
    expect(all).toHaveLength(24);
    expect(all.slice(0, older.length)).toEqual(older);
  });

  it('are counted if no storage accepts another', async () => {
    expect(await keyStoreOver().refillAvailable()).toBeNull();
    expect(await keyStoreOver([brokenStorage, brokenStorage]).refillAvailable()).toBeNull();
    for (const name of (await namesIn('spare')).slice(0, 10)) await db.secretNames.delete(name);
    expect(await keyStoreOver([brokenStorage, brokenStorage]).refillAvailable()).toBe(14);
    expect(
      await keyStoreOver([brokenStorage, memorySecretStorage(disks[1])]).refillAvailable(),
    ).toBeNull();
  });

  it('are skipped if their bytes are lost in both storages', async () => {
    const keyStore = keyStoreOver();
    await created(other, keyStore);
    const [lost = ''] = await namesIn('spare');
    for (const disk of disks) disk.delete(lost);
    expect((await created(one, keyStore)).status).toBe('saved');
    expect(await namesIn('dying')).toEqual([lost]);
    expect((await db.submissions.get(one))?.keys).not.toMatchObject({ p: lost });
  });
});

describe('a key', () => {
  it('is available after a restart from either storage, and lost with both', async () => {
    await created();
    const row = await db.submissions.get(one);
    if (row === undefined) throw new Error('Nothing was stored.');
    for (const disk of disks)
      expect(await keyStoreOver([memorySecretStorage(disk)]).decrypted(row)).not.toBeNull();
    expect(await keyStoreOver([memorySecretStorage()]).decrypted(row)).toBeNull();
  });

  it('does not count as lost if a storage fails temporarily', async () => {
    await created();
    const row = await db.submissions.get(one);
    if (row === undefined) throw new Error('Nothing was stored.');
    await expect(
      keyStoreOver([brokenStorage, memorySecretStorage()]).decrypted(row),
    ).rejects.toThrow();
  });

  /** Makes a submitted form, whose agent has set a lock after the Submit. */
  const lockedAndWaiting = async () => {
    const page = keyStoreOver();
    await created(one, page);
    const row = await db.submissions.get(one);
    if (row === undefined || !areKeys(row.keys)) throw new Error('Nothing was stored.');
    const q = await page.claimSendingSlot(row);
    const bytes = new Uint8Array(16);
    const wraps = [{ kind: 'recovery', salt: bytes, sealed: bytes }] as const;
    for (const { id } of await db.agents.toArray()) await db.agents.put({ id, wraps: [...wraps] });
    const { agent, id } = row;
    const { p } = row.keys;
    return { waiting: { id, agent, keys: { p, q } }, letGo: { id, agent, keys: { p } } };
  };

  it('is not shown if the row of its agent cannot be read, even with a sending slot', async () => {
    const { waiting } = await lockedAndWaiting();
    const closed = new Database(db.name);
    closed.close();
    await expect(keyStoreOver(undefined, closed).keyForDisplay(waiting)).rejects.toThrow();
  });

  it('from a worker’s sending slot is no longer used once the row has no slot', async () => {
    const { letGo, waiting } = await lockedAndWaiting();
    const worker = keyStoreOver();
    expect(await worker.keyOf(waiting)).not.toBeNull();
    expect(await worker.keyOf(letGo)).toBeNull();
  });

  it('from a worker’s sending slot is cleared by its next drain', async () => {
    const { waiting } = await lockedAndWaiting();
    const worker = keyStoreOver();
    const outbox = createOutboxStore(db, worker);
    await worker.keyOf(waiting);
    for (const disk of disks) disk.delete(waiting.keys.q.name);
    expect(await worker.keyOf(waiting)).not.toBeNull();
    await outbox.acquireLease('worker', time, 60_000, true);
    await outbox.recover('worker', time);
    expect(await worker.keyOf(waiting)).toBeNull();
  });

  it('of a new agent encrypts later forms if the old agent’s key cannot be opened', async () => {
    await created();
    for (const disk of disks) disk.clear();
    expect((await created(other)).status).toBe('saved');
    const [lost, readable] = [await db.submissions.get(one), await db.submissions.get(other)];
    if (lost === undefined || readable === undefined) throw new Error('Nothing was stored.');
    expect(await keyStoreOver().decrypted(lost)).toBeNull();
    expect(await keyStoreOver().decrypted(readable)).toMatchObject({
      personal: { customerName: 'T' },
    });
    expect(await db.agents.count()).toBe(2);
  });
});

describe('after all secrets were lost', () => {
  it.each([
    ['before', 'agent-a', 'agent-b'],
    ['after', 'agent-b', 'agent-a'],
  ])('shows a new agent’s forms, if the lost agent sorts %s the new one', async (_, lost, next) => {
    const phone = new RealLockPhone(`lost-${crypto.randomUUID()}`);
    const content = newContent('registration', { firstName: 'T' });
    await phone.page({ newId: () => lost }).drafts.create(one, 'registration', content);
    for (const disk of phone.storages) disk.clear();
    const page = phone.page({ newId: () => next });
    expect((await page.drafts.create(other, 'registration', content)).status).toBe('saved');
    const prepared = await page.lock.prepareLock('739105');
    expect(prepared.status === 'ready' && (await prepared.finish()).status).toBe('done');
    page.lock.lock();
    expect(await page.keyStore.agentAccess()).toMatchObject({ isLocked: true });
    expect(await page.lock.unlock(next, 'pin', '739105')).toEqual({ status: 'unlocked' });
    const shown = await newestSubmissions(page.db, page.keyStore, { limit: 10 });
    expect(shown.map(({ id }) => id)).toContain(other);
    expect(await page.outbox.ownUndelivered()).toContain(other);
    await phone.close();
  });

  it('removes the key slots that nothing opens, and marks their secrets for deletion', async () => {
    await created();
    const peppers = (await db.agents.toArray()).flatMap(peppersOf);
    for (const disk of disks) disk.clear();
    await created(other);
    const slots = (await db.agents.toArray()).map(({ wraps }) => wraps.length);
    expect(slots.sort()).toEqual([0, 1]);
    expect(await namesIn('dying')).toEqual(expect.arrayContaining(peppers));
  });

  it('keeps the key slots if a storage fails temporarily', async () => {
    await created();
    const before = await db.agents.toArray();
    const keyStore = keyStoreOver([brokenStorage, memorySecretStorage()]);
    await created(other, keyStore).catch(() => undefined);
    expect(await db.agents.toArray()).toEqual(before);
  });
});

describe('the agent of a page', () => {
  const bytes = new Uint8Array(16);
  const open = { id: 'a', wraps: [{ kind: 'open', pepper: 'p', sealed: bytes }] } as const;
  const locked = {
    id: 'b',
    wraps: [{ kind: 'recovery', salt: bytes, sealed: bytes }],
  } as const;

  it('is the agent who unlocked it, also beside an agent without a lock', () => {
    expect(accessOf([open, locked], 'b')).toEqual({ isLocked: false, others: [], removed: [] });
  });

  it('is locked while an agent has a lock and none unlocked it', () => {
    expect(accessOf([open, locked], null)).toMatchObject({ isLocked: true, others: ['b'] });
    expect(accessOf([open], null)).toMatchObject({ isLocked: false, others: [] });
  });
});
