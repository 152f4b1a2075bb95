import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '../../../support/fakes/seeded-random.ts';
import { freePort, type RunningServer, runServer, startServer } from '../process.ts';
import { checkFolder, namesAside } from './check-folder.ts';
import { type CutDisk, type FileSystem, openCutDisk, type Unflushed } from './cut-disk.ts';
import { type Fault, refusedIfThrown } from './fault.ts';
import { PowerPhone } from './power-phone.ts';

const PHONES = 8;
/** After many losses, a folder no longer shows the effect of the next one. */
const CUTS_OF_A_DISK = 15;

/** A power loss while phones send, and the state after the next start. */
export type PowerLoss = Readonly<{
  /** Answers that were read before the cut. */
  acknowledged: number;
  /** Calls without an answer that were sent again afterwards. */
  finished: number;
  /** Answered calls that were sent again. */
  repeated: number;
  /** Files without a row that the start quarantined. */
  aside: number;
  unflushed: Unflushed;
  faults: readonly Fault[];
}>;

export type ServerOnDisk = Readonly<{
  disk: CutDisk;
  dataDir: string;
  /** Throws if the server does not start. */
  start: (env?: Readonly<Record<string, string>>) => Promise<RunningServer>;
  /** Runs an operator's command to its end. Throws if it fails. */
  command: (...args: readonly string[]) => Promise<void>;
  /** Kills each server that still runs. */
  killAll: () => Promise<void>;
}>;

/** The server with the sources in `project`. Its data are in a folder of the disk. */
export async function serverOn(
  disk: CutDisk,
  project: string,
  folder = 'data',
): Promise<ServerOnDisk> {
  const dataDir = join(disk.path, folder);
  const port = await freePort();
  const started: RunningServer[] = [];
  return {
    disk,
    dataDir,
    start: async (env = {}) => {
      const running = await startServer(dataDir, port, { ...compiled, ...env }, project);
      started.push(running);
      return running;
    },
    killAll: async () => {
      for (const running of started) await running.kill();
    },
    command: async (...args) => {
      const env = { ...compiled, VELD_DATA_DIR: dataDir };
      const { code, output } = await runServer(args, env, '', project);
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${output}`);
    },
  };
}

/** The tests start some hundred servers. Each reuses the compiled code of the previous one. */
const compiled = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled') };

export const newPhones = (random: () => number): readonly PowerPhone[] =>
  Array.from({ length: PHONES }, () => new PowerPhone(Math.floor(random() * 2 ** 31)));

/**
 * Repeats without end: lets phones send, cuts the power, starts the server again, and compares its data with the acknowledged
 * calls. A disk is used for some losses, or until the first fault.
 */
export async function* powerLosses(
  kind: FileSystem,
  seed: number,
  project = '.',
): AsyncGenerator<PowerLoss, never> {
  const random = seededRandom(seed);
  for (let diskNumber = 0; ; diskNumber += 1) {
    const disk = await openCutDisk(kind, seed * 100 + diskNumber);
    const server = await serverOn(disk, project);
    try {
      const phones = newPhones(random);
      for (let cut = 0; cut < CUTS_OF_A_DISK; cut += 1) {
        const loss = await losePower(server, phones, 20 + 880 * random());
        yield loss;
        if (loss.faults.length > 0) break;
      }
    } finally {
      await server.killAll();
      await disk.remove();
    }
  }
}

/** Lets phones send and cuts the power after `workMs`. Starts the server again and checks its data. */
export async function losePower(
  server: ServerOnDisk,
  phones: readonly PowerPhone[],
  workMs: number,
): Promise<PowerLoss> {
  const { disk, dataDir } = server;
  const acknowledgedBefore = acknowledgedBy(phones);
  const [asideBefore, unflushedBefore] = [namesAside(dataDir).length, disk.unflushed()];
  await workAndCut(server, phones, workMs);
  const acknowledged = acknowledgedBy(phones) - acknowledgedBefore;
  const { kept, gone, torn } = disk.unflushed();
  const loss = {
    acknowledged,
    finished: 0,
    repeated: 0,
    aside: 0,
    unflushed: {
      kept: kept - unflushedBefore.kept,
      gone: gone - unflushedBefore.gone,
      torn: torn - unflushedBefore.torn,
    },
  };
  let running: RunningServer | null = null;
  const faults = [
    ...(await refusedIfThrown(async () => {
      running = await server.start();
    })),
  ];
  if (running === null) return { ...loss, faults };
  const { port, kill } = running as RunningServer;
  try {
    faults.push(...checkFolder(dataDir, statesOf(phones)));
    const finished = await Promise.all(phones.map((phone) => phone.finish(port)));
    const repeated = await Promise.all(phones.map((phone) => phone.repeat(port)));
    await Promise.all(phones.map((phone) => phone.lookAtDocument(port)));
    faults.push(...phones.flatMap((phone) => phone.takeFaults()));
    faults.push(...checkFolder(dataDir, statesOf(phones)));
    return {
      ...loss,
      finished: finished.filter(Boolean).length,
      repeated: repeated.reduce((sum, count) => sum + count, 0),
      aside: namesAside(dataDir).length - asideBefore,
      faults,
    };
  } finally {
    await kill();
  }
}

/** Cuts the power while the phones send, and turns it on again. Does not start the server again. */
async function workAndCut(
  { disk, start }: ServerOnDisk,
  phones: readonly PowerPhone[],
  workMs: number,
): Promise<void> {
  const { port, kill } = await start();
  const working = phones.map((phone) => phone.work(port, () => !disk.isCut()));
  await wait(workMs);
  await disk.cut('in a write');
  await kill();
  await Promise.all(working);
  await disk.restore();
}

/** Lets phones register until they have `count` forms and an answer to each call. Then stops the server. */
export async function fill(
  { start }: ServerOnDisk,
  phones: readonly PowerPhone[],
  count: number,
): Promise<void> {
  const { port, stop } = await start();
  const forms = () => statesOf(phones).length;
  await Promise.all(phones.map((phone) => phone.work(port, () => forms() <= count)));
  await Promise.all(phones.map((phone) => phone.finish(port)));
  await stop();
}

const acknowledgedBy = (phones: readonly PowerPhone[]): number =>
  phones.reduce((sum, phone) => sum + phone.acknowledged, 0);

export const statesOf = (phones: readonly PowerPhone[]) =>
  phones.flatMap((phone) => phone.states());
