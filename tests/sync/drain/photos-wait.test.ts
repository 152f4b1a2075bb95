import { describe, expect, test } from 'vitest';
import { documentKinds } from '../../../src/domain/forms/document-kinds.ts';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import type { ConnectionType, PhotoPolicy } from '../../../src/domain/photo-sending.ts';
import { POOL_GOAL } from '../../../src/store/outbox/form-guids.ts';
import type { DrainResult } from '../../../src/sync/drain/drain.ts';
import { sendNow } from '../../../src/sync/submit/after-submit.ts';
import { memoryKeyStore } from '../../support/fakes/memory-key-store.ts';
import { createMemoryStore } from '../../support/fakes/memory-outbox-store.ts';
import { digest, SyncWorld } from '../../support/world/sync-world.ts';

const onlyUnmetered: PhotoPolicy = { sending: 'unmetered', said: null };

class Phone {
  readonly world = new SyncWorld();
  link: ConnectionType | null = 'metered';

  constructor(rule: PhotoPolicy = onlyUnmetered) {
    this.world.pool(POOL_GOAL);
    this.world.disk.photoPolicy = rule;
  }

  /** The key store of the page where the person presses 'Send now'. */
  readonly keyStore = memoryKeyStore(
    this.world.disk,
    this.world.storages,
    this.world.newId,
    digest,
  );

  ports() {
    const store = createMemoryStore(this.world.disk, this.keyStore);
    return this.world.ports({ connection: () => this.link, store });
  }

  drain(): Promise<DrainResult> {
    return this.world.drain({}, this.ports());
  }

  calls(): readonly string[] {
    return this.world.backend.sent.map(({ request }) => request.call);
  }

  sendNow(id?: SubmissionId): Promise<void> {
    return this.world.clock.run(sendNow(this.ports(), id));
  }
}

const photoCalls: readonly string[] = documentKinds.map(({ call }) => call);
const documents = ['idDocument', 'idDocument'] as const;
const photosOf = (calls: readonly string[]) => calls.filter((call) => photoCalls.includes(call));

describe('photos that wait for Wi-Fi', () => {
  test('stay on mobile data, while forms and signatures are sent', async () => {
    const phone = new Phone();
    const ids = [await phone.world.submitted({ documents }), await phone.world.submitted()];
    const result = await phone.drain();
    expect(phone.calls()).toEqual(
      expect.arrayContaining(['RegisterSim', 'SaveSignature', 'RegisterSim', 'SaveSignature']),
    );
    expect(photosOf(phone.calls())).toEqual([]);
    for (const id of ids) expect(phone.world.row(id).status).toBe('queued');
    // The result has no time for a next attempt. On this connection neither a timer nor a sync event helps.
    expect(result).toMatchObject({
      waiting: 2,
      waitingForWifiOrUnlock: 2,
      nextAt: null,
      hold: null,
    });
  });

  test('are sent once the phone is on Wi-Fi', async () => {
    const phone = new Phone();
    const id = await phone.world.submitted({ documents });
    await phone.drain();
    phone.link = 'unmetered';
    expect(await phone.drain()).toMatchObject({ waiting: 0, waitingForWifiOrUnlock: 0 });
    expect(phone.world.row(id).status).toBe('delivered');
    expect(photosOf(phone.calls())).toHaveLength(documents.length);
  });

  test('stop within a second when the phone leaves Wi-Fi during a drain', async () => {
    const phone = new Phone();
    phone.link = 'unmetered';
    for (let left = 6; left > 0; left -= 1) await phone.world.submitted({ documents });
    const { faultOf } = phone.world.backend;
    let leftAt = Number.POSITIVE_INFINITY;
    phone.world.backend.faultOf = (...call) => {
      if (photosOf(phone.calls()).length === 2 && leftAt === Number.POSITIVE_INFINITY) {
        phone.link = 'metered';
        leftAt = phone.world.clock.ticks();
      }
      return faultOf?.(...call);
    };
    const result = await phone.drain();
    expect(photosOf(phone.calls()).length).toBeLessThan(12);
    expect(photosOf(phone.calls()).length).toBeGreaterThan(1);
    expect(result).toMatchObject({ nextAt: null });
    phone.link = 'unmetered';
    expect(await phone.drain()).toMatchObject({ waiting: 0 });
  });

  test('are sent at once after ‘Send now’ for one submission, and only its own', async () => {
    const phone = new Phone();
    const [one, other] = [await phone.world.submitted(), await phone.world.submitted()];
    await phone.drain();
    await phone.sendNow(one);
    expect(await phone.drain()).toMatchObject({ waiting: 1, waitingForWifiOrUnlock: 1 });
    expect(phone.world.row(one).status).toBe('delivered');
    expect(phone.world.row(other).status).toBe('queued');
  });

  test('are sent at once after ‘Send now’ for all, but not those of later submissions', async () => {
    const phone = new Phone();
    const before = await phone.world.submitted();
    await phone.sendNow();
    const later = await phone.world.submitted();
    await phone.drain();
    expect(phone.world.row(before).status).toBe('delivered');
    expect(phone.world.row(later).status).toBe('queued');
  });

  test('of another agent stay after ‘Send now’ for all, but that form is tried again', async () => {
    const phone = new Phone();
    const [own, theirs] = [await phone.world.submitted(), await phone.world.submitted()];
    const { agents } = phone.world.disk;
    const [agent] = [...agents.values()];
    if (agent === undefined) throw new Error('There is nobody.');
    const bytes = new Uint8Array(16);
    const lock = { kind: 'recovery', salt: bytes, sealed: bytes } as const;
    agents.set('other', { id: 'other', wraps: [lock] });
    phone.world.disk.put({ ...phone.world.row(theirs), agent: 'other' });
    phone.world.backend.faultOf = () => ({ fault: 'status', httpStatus: 500 });
    await phone.drain();
    phone.world.backend.faultOf = () => undefined;
    const { keyStore } = phone;
    const key = await keyStore.cryptoPort.openAgent(agent, { kind: 'open' });
    if (key === null) throw new Error('Their key does not open.');
    keyStore.unlocked(key);
    agents.set(agent.id, { ...agent, wraps: [...agent.wraps.slice(1), lock] });
    await phone.sendNow();
    expect(phone.world.row(theirs).nextAttemptAt).toBeNull();
    await phone.drain();
    expect(phone.world.row(own).status).toBe('delivered');
    expect(phone.world.row(theirs).status).toBe('queued');
    expect(phone.calls().filter((call) => call === 'RegisterSim').length).toBeGreaterThan(1);
  });

  test('do not shorten the wait that a busy server asked for', async () => {
    const phone = new Phone();
    phone.link = 'unmetered';
    await phone.world.submitted();
    phone.world.backend.faultOf = ({ call }) => {
      if (!photoCalls.includes(call)) return undefined;
      phone.link = 'metered';
      return { fault: 'status', httpStatus: 429, headers: { 'retry-after': '600' } };
    };
    const asked = phone.world.clock.now() + 600_000;
    expect(await phone.drain()).toMatchObject({
      waitingForWifiOrUnlock: 1,
      hold: { reason: 'busy' },
    });
    // Before that time, the drain does not send the next customer's form either.
    await phone.world.submitted();
    const before = phone.calls().length;
    await phone.drain();
    expect(phone.calls()).toHaveLength(before);
    phone.world.clock.pass(asked - phone.world.clock.now() + 1000);
    await phone.drain();
    expect(phone.calls().length).toBeGreaterThan(before);
  });

  test('block no other submission, and no form numbers for later', async () => {
    const phone = new Phone();
    phone.world.disk.formGuids.length = 1;
    await phone.world.submitted();
    await phone.drain();
    expect(phone.world.disk.formGuids.length).toBe(POOL_GOAL);
  });
});

describe('if the browser does not report the connection type', () => {
  test('photos wait until the person answers, for that day only', async () => {
    const phone = new Phone();
    phone.link = null;
    const first = await phone.world.submitted();
    expect(await phone.drain()).toMatchObject({ waitingForWifiOrUnlock: 1 });

    const today = '2026-06-01';
    phone.world.disk.photoPolicy = { ...onlyUnmetered, said: { day: today, link: 'unmetered' } };
    await phone.drain();
    expect(phone.world.row(first).status).toBe('delivered');

    phone.world.clock.pass(86_400_000);
    await phone.world.submitted();
    expect(await phone.drain()).toMatchObject({ waitingForWifiOrUnlock: 1 });
  });

  test('the browser’s report takes precedence over the answer', async () => {
    const phone = new Phone({ ...onlyUnmetered, said: { day: '2026-06-01', link: 'unmetered' } });
    await phone.world.submitted();
    expect(await phone.drain()).toMatchObject({ waitingForWifiOrUnlock: 1 });
  });
});

test('photos are sent over any connection by default, and ‘Send now’ stores no mark', async () => {
  const phone = new Phone({ sending: 'always', said: null });
  const id = await phone.world.submitted();
  await phone.sendNow(id);
  expect(phone.world.row(id)).not.toHaveProperty('sendsPhotos');
  expect(await phone.drain()).toMatchObject({ waiting: 0 });
});
