import { captureMany, draftMany } from '../../support/world/page/project.ts';
import { drainOurs, fillPool, takeNoPieces } from './drain-ours.ts';
import { drainWorkbox, openWorkbox, queueForWorkbox } from './drain-workbox.ts';
import { keystrokes } from './keystrokes.ts';
import { fileThere, sealTimes } from './seal-times.ts';
import { measureList, seedTenThousand, watchList, writeSteadily } from './ten-thousand.ts';
import { listTimes, readVerdictPages, seedReceipts } from './verdict-times.ts';

const benchPage = {
  captureMany,
  draftMany,
  drainOurs,
  drainWorkbox,
  fileThere,
  fillPool,
  keystrokes,
  listTimes,
  measureList,
  openWorkbox,
  queueForWorkbox,
  readVerdictPages,
  sealTimes,
  seedReceipts,
  seedTenThousand,
  takeNoPieces,
  watchList,
  writeSteadily,
} as const;
export type BenchPage = typeof benchPage;

declare global {
  interface Window {
    veldBench: BenchPage;
  }
}
window.veldBench = benchPage;
