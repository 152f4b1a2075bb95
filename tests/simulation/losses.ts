import type { SubmissionKeys } from '../../src/domain/submission-types.ts';
import { peppersOf } from '../../src/store/format/agent-row.ts';
import { secretsOf } from '../../src/store/outbox/outbox-rows.ts';
import type { Loss } from './oddities.ts';
import { type StorageName, SYNCED_AFTER_MS } from './secret-storages.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** The place of a loss. 'unsyncedFiles': the files of both file places that are not yet on the disk. A power cut deletes them. */
type Place = 'database' | 'files' | 'caches' | 'unsyncedFiles';

/** If an available secret is at least this old (ms), the app must not use a younger one. */
const OLD_AFTER_MS = 60_000;

/**
 * Decides which place the phone may lose. The phone loses one place at a time, and another place only after a start repaired the first
 * loss. Two losses at once would lose undelivered forms. The loss of another place tests that the start repaired the first one.
 */
export class Losses {
  #last: Place | null = null;
  #count = 0;
  /** By folder and name, when a file of a copy was last written, in ticks. */
  readonly #copiedAt = new Map<string, number>();

  mayLose(place: Place): boolean {
    return this.#last === null || this.#last === place;
  }

  lost(place: Place): void {
    this.#last = place;
    this.#count += 1;
  }

  /** Called when a start begins. Call the returned function when the start has ended well. */
  starting(): () => void {
    const count = this.#count;
    return () => {
      if (count === this.#count) this.#last = null;
    };
  }

  copied(folder: string, name: string, ticks: number): void {
    this.#copiedAt.set(`${folder}/${name}`, ticks);
  }

  isYoung(folder: string, name: string, ticks: number): boolean {
    return ticks - (this.#copiedAt.get(`${folder}/${name}`) ?? -Infinity) < SYNCED_AFTER_MS;
  }
}

export async function lose(world: World, loss: Loss): Promise<void> {
  switch (loss) {
    case 'files':
      return loseFiles(world);
    case 'caches':
      return loseCaches(world);
    case 'secret':
      return damageSecret(world);
    case 'power':
      return cutPower(world);
  }
}

const day = 24 * 3_600_000;
/** The simulation stops a start after at most this many operations. */
const FEW_OPERATIONS = 60;

/**
 * For seeds whose browser loses its database. Each call of the returned function causes the next loss, in turn.
 * First turn: the database is lost, the next start is stopped in its middle, and nobody opens the app for a day or two.
 * Second turn: a place of files is lost. If the phone may not lose its database yet, the first turn waits.
 */
export function loseInTurn(world: World): () => Promise<void> {
  const { device, disk, losses, oddRandom, oracle, scheduler, tally, verdicts } = world;
  const turns = [
    async () => {
      tally.count('wiped, and stopped at the next start');
      killAll(world);
      await disk.wipe();
      oracle.storeWiped();
      verdicts.storeWiped();
      losses.lost('database');
      world.openPage();
      scheduler.add(null, 'stopped', FEW_OPERATIONS * oddRandom(), () => {
        killAll(world);
        device.jump(day * (1 + oddRandom()));
      });
    },
    async () => (oddRandom() < 0.5 ? loseFiles(world) : loseCaches(world)),
  ];
  let turn = 0;
  return async () => {
    const isWipe = turn % turns.length === 0;
    if (isWipe && !losses.mayLose('database')) return;
    await turns[turn % turns.length]?.();
    turn += 1;
  };
}

const killAll = ({ device }: World): void => {
  for (const actor of [...device.actors]) device.kill(actor);
};

/** Deletes the second copies, and the secret storage in the same private files. */
function loseFiles(world: World): void {
  const { disk, losses, copyDisk, oracle, swarm, tally } = world;
  // A damaged row is restored from its copy. The loss of the copies would then be a second loss.
  const isDamaged =
    swarm.weather.includes('blobDamage') || swarm.odd.flips || swarm.odd.unreadable !== 'nothing';
  if (isDamaged || !losses.mayLose('files')) return;
  tally.count('private files lost');
  killAll(world);
  copyDisk.clear();
  disk.storages.first.clear();
  oracle.copiesLost();
  losses.lost('files');
}

function loseCaches({ disk, losses, tally }: World): void {
  if (!losses.mayLose('caches')) return;
  tally.count('caches lost');
  disk.storages.second.clear();
  losses.lost('caches');
}

/** In one storage, cuts one secret short or overwrites it with zeros. */
function damageSecret({ disk, losses, oddRandom, tally }: World): void {
  const which: StorageName = oddRandom() < 0.5 ? 'first' : 'second';
  const place = which === 'first' ? 'files' : 'caches';
  const names = [...disk.storages[which].keys()].sort();
  const name = names[Math.floor(oddRandom() * names.length)];
  if (name === undefined || !losses.mayLose(place)) return;
  tally.count('a secret cut or overwritten');
  disk.storages[which].set(name, new Uint8Array(oddRandom() < 0.5 ? 36 : 20));
  losses.lost(place);
}

/** Cuts the power. Files that the browser had not yet written to the disk are lost. Committed rows of the database stay. */
function cutPower(world: World): void {
  const { disk, losses, copyDisk, oracle, scheduler, swarm, tally } = world;
  const { storages, seen } = disk;
  if (!losses.mayLose('unsyncedFiles')) return;
  const keys = [...seen.submissions.values()].map((row) => row.keys as SubmissionKeys | undefined);
  const peppers = [...seen.agents.values()].flatMap(peppersOf);
  const young = storages.lostByPowerCut([...keys.flatMap(secretsOf), ...peppers]);
  if (young.length > 0) {
    const available = [...seen.secretNames.values()].filter(({ state }) => state === 'spare');
    const isTaken = young.some((name) => !storages.isPutBack(name));
    if (isTaken && available.some(({ name }) => storages.isOlderThan(OLD_AFTER_MS, name)))
      throw new Violation(
        'S5',
        'the app used a secret that a power cut deletes, and an older one was available',
      );
    // No other secret was available, or a deletion was just undone. Then a power cut is known to lose secrets, so the simulation skips it.
    return;
  }
  tally.count('power cut');
  killAll(world);
  storages.cutPower();
  const isUnreadable = swarm.odd.unreadable !== 'nothing';
  // The app cannot copy an unreadable file again. The loss of its copy would be a second loss.
  for (const [folder, files] of copyDisk)
    for (const name of [...files.keys()])
      if (
        !(isUnreadable && folder === oracle.cases[0]?.id) &&
        losses.isYoung(folder, name, scheduler.ticks)
      )
        files.delete(name);
  oracle.copiesLost();
  losses.lost('unsyncedFiles');
}
