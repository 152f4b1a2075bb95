import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newPostgres, type Postgres, postgresVersions } from '../../support/server/postgres.ts';
import type { Stage } from '../bench.ts';
import { median, ms, percent, sum, table } from '../figures.ts';
import { load, tooBusy } from './load.ts';
import { type Entry, type MeasuredServer, startMeasured } from './measured-server.ts';

const LANES = 16;
const RUN_MS = 4000;

type Place = Readonly<{ name: string; goals: Readonly<Record<number, string>>; postgres: boolean }>;

const places: readonly Place[] = [
  { name: 'SQLite + folder', goals: { 1: '70 %, 4 ms', 3: '65 %, 7 ms' }, postgres: false },
  { name: 'PostgreSQL + folder', goals: { 1: '65 %', 3: '60 %' }, postgres: true },
];

type Run = Readonly<{ perSecond: number; cpuMs: number; ownCpu: number }>;

async function run(server: MeasuredServer, documents: number): Promise<Run> {
  const before = await server.usage();
  const { ownCpu, registrations, seconds } = await load(server.port, {
    documents,
    lanes: LANES,
    ms: RUN_MS,
  });
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  return { perSecond: registrations / seconds, cpuMs: cpuMs / registrations, ownCpu };
}

/** Starts our server and the floor. Each has its own database and folder on the same disk. */
async function pairOf(postgres: Postgres | null) {
  const folder = mkdtempSync(join(tmpdir(), 'veld-throughput-'));
  const start = async (entry: Entry, name: string) => {
    const url = postgres === null ? {} : { DATABASE_URL: await postgres.newDatabase() };
    const env = { VELD_DATA_DIR: join(folder, name), VELD_DIST_DIR: join(folder, 'none'), ...url };
    return startMeasured(entry, env);
  };
  const ours = await start('server/main.ts', 'ours');
  const floor = await start('tests/bench/server/floor-main.ts', 'floor');
  return {
    ours,
    floor,
    stop: async () => {
      await Promise.all([ours.stop(), floor.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Registrations a second of our server and of the floor, and the CPU time of each registration. */
export async function throughput({ rounds, say }: Stage): Promise<void> {
  const head = [
    'where',
    'documents',
    'ours',
    'floor',
    'of the floor',
    'CPU ours',
    'CPU floor',
    'load maker',
    'goal',
  ];
  const rows = [head];
  for (const place of places) {
    if (place.postgres && postgresVersions.length === 0) {
      say('No PostgreSQL on this machine: its rows are left out.\n');
      continue;
    }
    const pair = await pairOf(place.postgres ? await newPostgres({ isDurable: true }) : null);
    try {
      for (const documents of [1, 3]) {
        const [ours, floor]: [Run[], Run[]] = [[], []];
        await run(pair.ours, documents);
        await run(pair.floor, documents);
        for (let round = 0; round < rounds(3, 8); round += 1) {
          ours.push(await run(pair.ours, documents));
          floor.push(await run(pair.floor, documents));
        }
        const all = [...ours, ...floor];
        const ownCpu = sum(all.map((it) => it.ownCpu)) / all.length;
        const of = (runs: readonly Run[], what: keyof Run) => median(runs.map((it) => it[what]));
        const share = median(ours.map((it, n) => it.perSecond / (floor[n]?.perSecond ?? 0)));
        const refused = tooBusy(ownCpu);
        rows.push([
          place.name,
          String(documents),
          ...(refused === null
            ? [
                `${of(ours, 'perSecond').toFixed(0)}/s`,
                `${of(floor, 'perSecond').toFixed(0)}/s`,
                percent(share),
                ms(of(ours, 'cpuMs')),
                ms(of(floor, 'cpuMs')),
                percent(ownCpu),
              ]
            : [refused, '', '', '', '', '']),
          place.goals[documents] ?? '–',
        ]);
      }
    } finally {
      await pair.stop();
    }
  }
  say(table(rows));
  say(
    `\nOne registration: GetInfo, form, signature of 6 kB, documents of 200 kB; ${LANES} connections kept alive; medians of runs by turns.`,
  );
}
