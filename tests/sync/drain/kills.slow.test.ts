import { describe, expect, it } from 'vitest';
import type { SubmissionId } from '../../../src/domain/ids.ts';
import { drain } from '../../../src/sync/drain/drain.ts';
import type { SyncPorts } from '../../../src/sync/ports/ports.ts';
import { repairFromSecondCopy } from '../../../src/sync/second-copy/repair.ts';
import { submit } from '../../../src/sync/submit/submit.ts';
import type { ModelCapabilities } from '../../support/backend/model-backend.ts';
import { KilledError, killable } from '../../support/fakes/killable-ports.ts';
import { SyncWorld, signature } from '../../support/world/sync-world.ts';

const backends: readonly ModelCapabilities[] = [
  { idempotent: true, lists: 'all' },
  { idempotent: true, lists: 'own' },
  { idempotent: false, lists: 'all' },
  { idempotent: false, lists: 'own' },
  { idempotent: true, lists: 'own', refusesWebp: 'status' },
  { idempotent: false, lists: 'all', refusesWebp: 'vaguely' },
  { idempotent: false, lists: 'all', refusesWebp: 'stored, then 500' },
];
const moments = ['before', 'after'] as const;
const limits = { budgetMs: 600_000, maxCallMs: 600_000 };

type Life = Readonly<{ world: SyncWorld; id: SubmissionId; wasSaved: boolean }>;

/** Submits and drains until port call number `at` kills the process. Returns null if the process ended before that call. */
async function liveUntil(
  world: SyncWorld,
  at: number,
  moment: 'before' | 'after',
): Promise<Life | null> {
  const photoType = 'image/webp';
  const id = await world.draft({ documents: ['idDocument', 'idDocument'], photoType });
  const process = killable(world.ports(), at, moment);
  let wasSaved = false;
  const life = async (ports: SyncPorts): Promise<void> => {
    wasSaved = (await submit(ports, id, signature())).status === 'saved';
    await drain(ports, { ...limits, signal: new AbortController().signal });
  };
  try {
    await world.clock.run(life(process.ports));
  } catch (error) {
    if (!(error instanceof KilledError)) throw error;
  }
  // The lease of a dead drain ends only after a minute.
  world.clock.pass(61_000);
  return process.isDead() ? { world, id, wasSaved } : null;
}

/** Only one kind of backend is tested with a lost secret storage, because the loss does not concern the backend. */
const endsFor = ({ idempotent, lists }: ModelCapabilities) =>
  idempotent && lists === 'all'
    ? ([
        'the store intact',
        'the store wiped',
        'the database and one secret storage wiped',
      ] as const)
    : (['the store intact', 'the store wiped'] as const);

async function loseStorage(world: SyncWorld, index: number): Promise<void> {
  const storage = world.storages[index];
  for (const name of (await storage?.names()) ?? []) await storage?.delete(name);
}

/** Starts the phone again: the repair, the person's Submit if the form is still a draft, and all necessary drains. */
async function liveOn({ world, id }: Life): Promise<void> {
  await world.clock.run(repairFromSecondCopy(world.ports()));
  if (world.disk.submissions.get(id)?.status === 'draft')
    await world.clock.run(submit(world.ports(), id, signature()));
  await world.settle();
}

function expectExactlyOnce({ world, id, wasSaved }: Life, mayBeTwice: boolean): void {
  const row = world.disk.submissions.get(id);
  if (row === undefined && !wasSaved) {
    expect(world.backend.forms.size).toBe(0);
    return;
  }
  // A wipe after the delivery loses the receipt, and nothing else.
  if (row !== undefined) expect(row.status).toBe('delivered');
  expect(world.backend.forms.size).toBe(1);
  const [form] = [...world.backend.forms.values()];
  expect(form?.registrations).toBe(1);
  expect(form?.signature).not.toBeNull();
  const names = world.backend.documentNames();
  expect(new Set(names).size).toBe(2);
  if (names.length > 2) {
    expect(mayBeTwice).toBe(true);
    expect(row).toBeDefined();
    for (const name of new Set(names))
      if (names.filter((each) => each === name).length > 1)
        expect(row?.maybeTwice, 'a twin that nobody tells of').toContain(name);
  }
  expect([...world.copyDisk.keys()]).toEqual(['mark']);
  expect(world.disk.blobs.size).toBe(0);
}

for (const capabilities of backends) {
  const mayBeTwice = !capabilities.idempotent && capabilities.lists === 'own';
  const { idempotent, lists, refusesWebp } = capabilities;
  const webp = refusesWebp === undefined ? '' : `, refusing WebP (${refusesWebp})`;
  const name = `${idempotent ? 'with' : 'without'} idempotency, listing ${lists}${webp}`;
  describe(`a process killed at any await, backend ${name}`, () => {
    for (const moment of moments)
      for (const then of endsFor(capabilities))
        it(`${moment} each call, ${then}`, async () => {
          let at = 1;
          for (; ; at += 1) {
            const world = new SyncWorld(capabilities);
            const life = await liveUntil(world, at, moment);
            if (life === null) break;
            if (then !== 'the store intact') world.disk.wipe();
            if (then === 'the database and one secret storage wiped')
              await loseStorage(world, at % 2);
            await liveOn(life);
            expectExactlyOnce(life, mayBeTwice);
            if (refusesWebp !== undefined)
              for (const sent of world.backend.documentNames()) expect(sent).toMatch(/\.jpg$/);
          }
          expect(at).toBeGreaterThan(40);
        });

    it('twice in a row', async () => {
      for (let at = 8; at < 90; at += 3) {
        const world = new SyncWorld(capabilities);
        const first = await liveUntil(world, at, 'after');
        if (first === null) break;
        const second = killable(world.ports(), (at % 17) + 1, 'after');
        const { signal } = new AbortController();
        await world.clock.run(
          drain(second.ports, { ...limits, signal }).catch((error: unknown) => {
            if (!(error instanceof KilledError)) throw error;
          }),
        );
        world.clock.pass(61_000);
        await liveOn(first);
        expectExactlyOnce(first, mayBeTwice);
      }
    });
  });
}
