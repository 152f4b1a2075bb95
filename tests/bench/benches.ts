import type { Bench } from './bench.ts';
import { drainFloor } from './drain-floor.ts';
import { keystrokePeers } from './keystroke-peers.ts';
import { cutLink, links } from './links.ts';
import { memory } from './memory.ts';

/** In the order in which they run and print. */
export const benches: readonly Bench[] = [keystrokePeers, drainFloor, links, cutLink, memory];
