import { pick } from '../support/fakes/seeded-random.ts';

/**
 * `files`: the private files, with the second copies and one secret storage. `caches`: the other secret storage. `secret`: one secret of a
 * storage. `power`: a power cut deletes young files.
 */
export type Loss = 'files' | 'caches' | 'secret' | 'power';

const losses: readonly Loss[] = ['files', 'caches', 'secret', 'power'];

/**
 * Faults that are newer than the swarm's other faults. They have their own stream of random numbers. So a seed without them still plays as
 * it did before they were added.
 */
export type Oddities = Readonly<{
  /** False: every drain and every Submit gets its lock, as in a browser without Web Locks. */
  locksExclude: boolean;
  /** Rate: the process is killed inside an operation on the store, before one of the transactions is committed. */
  killInside: number;
  /** Rate: a photo is over a million bytes. */
  bigPhotos: number;
  /** A stored file's bytes are damaged; its length stays. */
  flips: boolean;
  /** The clock is set a day forwards or back. */
  clockDays: boolean;
  /** When the faults stop, nobody looks at the app, and it gets no 'online' event. */
  endsUnseen: boolean;
  /** The backend lists each document twice, the second time perhaps with another spelling of its id. */
  listsTwice: 'no' | 'same' | 'padded';
  /** Rate: a GetInfo returns a formGuid that was returned before. */
  guidTwice: number;
  /** The place where every read of the first submission's content rejects, for the rest of the run. */
  unreadable: 'nothing' | 'store' | 'secondCopy' | 'both';
  /** The phone has a row and a second copy that another version of the app wrote. */
  foreignRows: boolean;
  /** The phone's occasional losses, apart from its database. */
  losses: readonly Loss[];
  /** 'no': the backend does not take files in pieces. 'byAddress': it takes small pieces, and checks neither keys nor lengths. */
  uploads: 'no' | 'byKey' | 'byAddress';
  /** Rate: the backend loses an upload that is sent in pieces. */
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
