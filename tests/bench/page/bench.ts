import { captureMany, draftMany } from '../../support/world/page/project.ts';
import { drainOurs, fillPool, takeNoPieces } from './drain-ours.ts';
import { drainWorkbox, openWorkbox, queueForWorkbox } from './drain-workbox.ts';
import { keystrokes } from './keystrokes.ts';
import { fileThere, sealTimes } from './seal-times.ts';
import { measureList, seedTenThousand, watchList, writeSteadily } from './ten-thousand.ts';

const benchPage = {
  captureMany,
  draftMany,
  drainOurs,
  drainWorkbox,
  fileThere,
  fillPool,
  keystrokes,
  measureList,
  openWorkbox,
  queueForWorkbox,
  sealTimes,
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
