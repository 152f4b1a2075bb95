import type { SubmissionKeys } from '../../src/domain/submission-types.ts';
import { peppersOf } from '../../src/store/format/agent-row.ts';
import { secretsOf } from '../../src/store/outbox/outbox-rows.ts';
import type { Loss } from './oddities.ts';
import { type StorageName, SYNCED_AFTER_MS } from './secret-storages.ts';
import { Violation } from './violation.ts';
import type { World } from './world.ts';

/** The place of a loss. A power cut takes the young files of both file places. */
type Place = 'database' | 'files' | 'caches' | 'what is young';

/** So long a secret lies ready before it is taken, where there is one that has, ms. */
const RIPE_AFTER_MS = 60_000;

/**
 * Which places the phone may lose: one at a time, and the next only after a start has made up for it. To lose two at once loses what is
 * not delivered; that a start makes up for one is looked at by losing the other one then.
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

  /** A start begins. The returned function says that it has ended well. */
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
/** So many operations a start makes at most, before it is stopped. */
const FEW_OPERATIONS = 60;

/**
 * For seeds whose browsers lose their database. First the database is lost, the next start is stopped in its middle, and nobody looks
 * for a day. Then a place of files is lost. Each happens in its turn, as soon as it may.
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

/** The second copies, and the secret storage in the same files. */
function loseFiles(world: World): void {
  const { disk, losses, copyDisk, oracle, swarm, tally } = world;
  // A damaged row comes back from its copy, so another loss would be the second one.
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

/** One secret is cut short, or a file of zeros, in one storage. */
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

/** Files that nobody had the browser put on the disk are gone; what the database said is written is there. */
function cutPower(world: World): void {
  const { disk, losses, copyDisk, oracle, scheduler, swarm, tally } = world;
  const { storages, seen } = disk;
  if (!losses.mayLose('what is young')) return;
  const keys = [...seen.submissions.values()].map((row) => row.keys as SubmissionKeys | undefined);
  const peppers = [...seen.agents.values()].flatMap(peppersOf);
  const young = storages.lostByPowerCut([...keys.flatMap(secretsOf), ...peppers]);
  if (young.length > 0) {
    const available = [...seen.secretNames.values()].filter(({ state }) => state === 'spare');
    const isTaken = young.some((name) => !storages.isPutBack(name));
    if (isTaken && available.some(({ name }) => storages.isOlderThan(RIPE_AFTER_MS, name)))
      throw new Violation('S5', 'a secret was taken that a power cut takes, and others were ripe');
    // The reserve was empty, or a deletion was just undone: what a battery that is pulled then costs is known.
    return;
  }
  tally.count('power cut');
  killAll(world);
  storages.cutPower();
  const isUnreadable = swarm.odd.unreadable !== 'nothing';
  // An unreadable file could not be copied again, so this would be a second loss.
  for (const [folder, files] of copyDisk)
    for (const name of [...files.keys()])
      if (
        !(isUnreadable && folder === oracle.cases[0]?.id) &&
        losses.isYoung(folder, name, scheduler.ticks)
      )
        files.delete(name);
  oracle.copiesLost();
  losses.lost('what is young');
}
