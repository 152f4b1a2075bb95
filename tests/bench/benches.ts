import type { Bench } from './bench.ts';
import { drainFloor } from './drain-floor.ts';
import { firstLoad } from './first-load.ts';
import { imageShrinking } from './image-shrinking.ts';
import { keystroke } from './keystroke.ts';
import { keystrokePeers } from './keystroke-peers.ts';
import { links } from './links.ts';
import { memory } from './memory.ts';
import { photoVerdicts } from './photo-verdict.ts';
import { scanning } from './scanning.ts';
import { sealing } from './sealing.ts';
import { manyRows } from './server/many-rows.ts';
import { server } from './server/server.ts';
import { slowUploads } from './server/slow-uploads.ts';
import { stopUnderLoad } from './server/stop-under-load.ts';
import { sweepAndStart } from './server/sweep-and-start.ts';
import { coldStart, warmStart } from './start-up.ts';
import { syncEvent } from './sync-event.ts';
import { tenThousand } from './ten-thousand.ts';
import { unlocking } from './unlock.ts';
import { verdicts } from './verdicts.ts';
import { weakLinks } from './weak-links.ts';

/** The benches in the order in which they run and print. */
export const benches: readonly Bench[] = [
  firstLoad,
  coldStart,
  warmStart,
  keystroke,
  keystrokePeers,
  sealing,
  unlocking,
  imageShrinking,
  photoVerdicts,
  scanning,
  syncEvent,
  drainFloor,
  links,
  weakLinks,
  memory,
  tenThousand,
  verdicts,
  server,
  slowUploads,
  stopUnderLoad,
  sweepAndStart,
  manyRows,
];
