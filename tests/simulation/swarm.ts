import { pick } from '../support/fakes/seeded-random.ts';
import type { LockLife } from './lock-life.ts';
import type { Oddities } from './oddities.ts';
import type { VerdictLife } from './operator.ts';
import type { PhotoLife } from './photos.ts';
import type { TeamLife } from './team.ts';

/** The faults of a seed, and how often they happen. A rate is a probability for each occasion. */
export type Swarm = Readonly<{
  pages: number;
  workers: number;
  submissions: number;
  /** False: a browser without Web Locks, where only the lease keeps drains apart. */
  hasLocks: boolean;
  /** False: a browser without a second copy. */
  hasSecondCopy: boolean;
  /** The code after an operation continues in a task of its own. Other tasks may run before it. */
  lateResumes: boolean;
  backend: Readonly<{
    idempotent: boolean;
    lists: 'all' | 'own';
    ids: 'numbers' | 'uuids';
    shoutsNames: boolean;
  }>;
  network: Readonly<{
    lost: number;
    hangs: number;
    lostReply: number;
    lostReplyHangs: number;
    resent: number;
    resentThrice: number;
    resentLost: number;
    lateTwin: number;
    lateRequest: number;
    truncated: number;
    html: number;
    redirected: number;
    ownShell: number;
    noContent: number;
    slow: number;
    status: number;
    statusAfterEffect: number;
    statuses: readonly number[];
    retryAfter: number;
    refused: number;
  }>;
  /** Rate: the actor is killed just before or after an operation of store or second copy, or an answer. */
  kill: number;
  quota: number;
  copyQuota: number;
  /** The events that happen to the device every few seconds or minutes. */
  weather: readonly Weather[];
  weatherEvery: number;
  /** Rate: the server refuses the agent's form until it is corrected. */
  badDrafts: number;
  /** The application key stays revoked when the other faults stop. */
  keyStaysRevoked: boolean;
  odd: Oddities;
  lock: LockLife | null;
  /** Only in seeds with a lock. */
  team: TeamLife | null;
  photos: PhotoLife | null;
  webp: WebpLife;
  /** The backend refuses a form or a signature that it already has. */
  refusesRepeats: boolean;
  /** Null: the backend does not report verdicts. */
  verdicts: VerdictLife | null;
  /** The phone loses its database, and a day later a place of files. Both repeat during the run. */
  losesInTurn: boolean;
}>;

/** The type of the photos, and the backend's reaction to a WebP. `stored`: the backend stores the WebP, and answers 500. */
export type WebpLife = 'jpegOnly' | 'taken' | 'refused' | 'refusedVaguely' | 'stored';

export function drawWebpLife(random: () => number): WebpLife {
  if (random() < 0.5) return 'jpegOnly';
  return pick(['taken', 'refused', 'refusedVaguely', 'stored'], random);
}

type Drawn = Omit<
  Swarm,
  'odd' | 'lock' | 'team' | 'photos' | 'webp' | 'refusesRepeats' | 'losesInTurn' | 'verdicts'
>;

export type Weather =
  | 'killPage'
  | 'killWorker'
  | 'killBrowser'
  | 'wipe'
  | 'freeze'
  | 'sleep'
  | 'clockJump'
  | 'clockYear'
  | 'blobDamage'
  | 'offline'
  | 'portal'
  | 'ownShell'
  | 'unauthorised'
  | 'forbidden'
  | 'missing'
  | 'busy'
  | 'broken'
  | 'tokenRotated'
  | 'online'
  | 'sync'
  | 'visible';

const laterStatuses = [408, 425, 429, 500, 502, 503, 504, 507] as const;
const pausingStatuses = [400, 401, 403, 404, 405, 410, 501] as const;

const weathers: readonly Weather[] = [
  'killPage',
  'killWorker',
  'killBrowser',
  'wipe',
  'freeze',
  'sleep',
  'clockJump',
  'clockYear',
  'blobDamage',
  'offline',
  'portal',
  'ownShell',
  'unauthorised',
  'forbidden',
  'missing',
  'busy',
  'broken',
  'tokenRotated',
];

/** Each seed has its own subset of faults and its own rates, so that rare faults also occur without others. */
export function drawSwarm(random: () => number): Drawn {
  const chance = (probability: number): boolean => random() < probability;
  /** 0 in most seeds; otherwise between `most` / 30 and `most`. */
  const rate = (share: number, most: number): number =>
    chance(share) ? most * 10 ** (-1.5 * random()) : 0;
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const some = <T>(from: readonly T[], share: number): T[] => from.filter(() => chance(share));

  const weather = some(weathers, 0.25);
  const wipes = weather.includes('wipe');
  return {
    pages: whole(1, 3),
    workers: whole(0, 2),
    submissions: whole(1, 3),
    hasLocks: chance(0.85),
    hasSecondCopy: wipes || chance(0.9),
    lateResumes: chance(0.25),
    backend: {
      idempotent: chance(0.5),
      lists: chance(0.6) ? 'all' : 'own',
      ids: chance(0.7) ? 'numbers' : 'uuids',
      shoutsNames: chance(0.15),
    },
    network: {
      lost: rate(0.3, 0.3),
      hangs: rate(0.1, 0.1),
      lostReply: rate(0.3, 0.3),
      lostReplyHangs: rate(0.1, 0.1),
      resent: rate(0.25, 0.4),
      resentThrice: rate(0.1, 0.2),
      resentLost: rate(0.2, 0.2),
      lateTwin: rate(0.15, 0.2),
      lateRequest: rate(0.15, 0.2),
      truncated: rate(0.2, 0.2),
      html: rate(0.15, 0.2),
      redirected: rate(0.1, 0.2),
      ownShell: rate(0.07, 0.1),
      noContent: rate(0.15, 0.5),
      slow: rate(0.15, 0.3),
      status: rate(0.3, 0.3),
      statusAfterEffect: rate(0.2, 0.2),
      statuses: [...some(laterStatuses, 0.5), ...some(pausingStatuses, 0.15)],
      retryAfter: chance(0.5) ? random() : 0,
      refused: rate(0.25, 0.4),
    },
    kill: rate(0.4, 0.05),
    // A full disk may prevent a copy. A wipe would then lose the form. So no seed has both.
    quota: rate(0.12, 0.1),
    copyQuota: wipes ? 0 : rate(0.12, 0.3),
    weather,
    weatherEvery: 1000 * 10 ** (0.5 + 2 * random()),
    badDrafts: chance(0.3) ? 0.5 : 0,
    keyStaysRevoked: chance(0.04),
  };
}
