import { pick } from '../support/seeded-random.ts';

/**
 * Faults that came later than the swarm's others. They are drawn apart, and play from a stream of numbers of their own:
 * a seed without any of them plays what it played before there were any.
 */
export type Oddities = Readonly<{
  /** False: every drain and every Submit gets the lock that it asks for. */
  locksExclude: boolean;
  /** Each operation on the store: its process dies inside it, before one of its transactions is committed. */
  killInside: number;
  /** Each photo: it is over a million bytes. */
  bigPhotos: number;
  /** Bytes of a file turn over, and it stays as long as it was. */
  flips: boolean;
  /** The clock is set a day forwards or back. */
  clockDays: boolean;
  /** When the faults stop nobody looks at the phone, and it does not notice that the network is back. */
  endsUnseen: boolean;
  /** The backend's list is joined to another table: it shows each document twice, its number perhaps in another spelling. */
  listsTwice: 'no' | 'same' | 'padded';
  /** Each GetInfo: it answers with a formGuid that was given out before. */
  guidTwice: number;
  /** What rejects, for the first submission alone and for ever, whenever something of it is read. */
  unreadable: 'nothing' | 'store' | 'mirror' | 'both';
  /** A row and a second copy that another version of the app wrote lie beside the others. */
  strangers: boolean;
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
  strangers: false,
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
    unreadable: chance(0.15) ? pick(['store', 'mirror', 'both'] as const, random) : 'nothing',
    strangers: chance(0.15),
  };
}
