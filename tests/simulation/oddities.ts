import { pick } from '../support/fakes/seeded-random.ts';

/** `files`: the private files, second copies and one secret storage. `caches`: the other secret storage. `secret`: one secret of a storage. */
export type Loss = 'files' | 'caches' | 'secret' | 'power';

const losses: readonly Loss[] = ['files', 'caches', 'secret', 'power'];

/**
 * Faults that were added after the swarm's others. They have their own stream of random numbers, so that a seed without them
 * still plays what it played before they were added.
 */
export type Oddities = Readonly<{
  /** False: every drain and every Submit gets its lock, as in a browser without Web Locks. */
  locksExclude: boolean;
  /** Rate: an operation on the store is killed inside, before one of its transactions is committed. */
  killInside: number;
  /** Rate: a photo is over a million bytes. */
  bigPhotos: number;
  /** A stored file's bytes are damaged; its length stays. */
  flips: boolean;
  /** The clock is set a day forwards or back. */
  clockDays: boolean;
  /** When the faults stop, the app is not looked at and gets no 'online' event. */
  endsUnseen: boolean;
  /** The backend lists each document twice, the second time perhaps with another spelling of its id. */
  listsTwice: 'no' | 'same' | 'padded';
  /** Rate: a GetInfo returns a formGuid that was returned before. */
  guidTwice: number;
  /** Where every read of the first submission's content rejects, for ever. */
  unreadable: 'nothing' | 'store' | 'secondCopy' | 'both';
  /** There are a row and a second copy that another version of the app wrote. */
  foreignRows: boolean;
  /** The phone's occasional losses, beside its database. */
  losses: readonly Loss[];
  /** Whether the backend takes files in pieces; 'byAddress': in small ones, without a look at their keys and lengths. */
  uploads: 'no' | 'byKey' | 'byAddress';
  /** Rate: it loses one of them. */
  losesUploads: number;
}>;

export const noOddities: Oddities = {
  locksExclude: true,
  killInside: 0,
  bigPhotos: 0,
  flips: false,
  clockDays: false,
  endsUnseen: false,
  listsTwice: 'no',
  guidTwice: 0,
  unreadable: 'nothing',
  foreignRows: false,
  losses: [],
  uploads: 'no',
  losesUploads: 0,
};

export function drawOddities(random: () => number): Oddities {
  const chance = (probability: number): boolean => random() < probability;
  return {
    locksExclude: !chance(0.12),
    killInside: chance(0.2) ? 0.03 * 10 ** -random() : 0,
    bigPhotos: chance(0.2) ? 0.5 : 0,
    flips: chance(0.15),
    clockDays: chance(0.1),
    endsUnseen: chance(0.2),
    listsTwice: chance(0.15) ? (chance(0.5) ? 'same' : 'padded') : 'no',
    guidTwice: chance(0.15) ? 0.5 : 0,
    unreadable: chance(0.15) ? pick(['store', 'secondCopy', 'both'] as const, random) : 'nothing',
    foreignRows: chance(0.15),
    losses: chance(0.25) ? losses.filter(() => chance(0.5)) : [],
    uploads: chance(0.8) ? (chance(0.6) ? 'byKey' : 'byAddress') : 'no',
    losesUploads: chance(0.4) ? 0.3 : 0,
  };
}
