import { documentKinds } from '../../src/domain/forms/document-kinds.ts';
import type { StepId, SubmissionId } from '../../src/domain/ids.ts';
import {
  ANY_CONNECTION,
  type ConnectionType,
  type PhotoPolicy,
} from '../../src/domain/photo-sending.ts';
import { nextStep } from '../../src/domain/submission-state.ts';
import type { Step, Submission } from '../../src/domain/submission-types.ts';
import { localDay } from '../../src/store/drafts/new-submission.ts';
import { Violation } from './violation.ts';

/** A person who allows photos only over an unmetered connection. */
export type PhotoLife = Readonly<{
  /** True if the browser reports the type of the connection. If false, the person sometimes states it for the day. */
  browserSays: boolean;
  /** The average time between two changes of the connection, in ms. */
  changesEvery: number;
}>;

/** Returns null if this seed sends photos over any connection. */
export function drawPhotoLife(random: () => number): PhotoLife | null {
  const life = { browserSays: random() < 0.6, changesEvery: 1000 * 10 ** (1 + 2.5 * random()) };
  return random() < 0.3 ? life : null;
}

/**
 * How late a photo may still start after a change of the connection. A drain checks the connection each second. After the check it may
 * first write a copy and wait for an answer.
 */
const MAY_BE_LATE_MS = 120_000;

const day = 24 * 3_600_000;

type Needs = Readonly<{
  life: PhotoLife | null;
  now: () => number;
  ticks: () => number;
  random: () => number;
}>;

/** The phone's connection, and the person's answers about it. Checks that the app sends no photo while the photo should wait. */
export class Photos {
  /** The first violation, also if the tested code caught it. */
  failure: Violation | null = null;
  readonly #needs: Needs;
  #link: ConnectionType = 'metered';
  #said: Readonly<{ at: number; link: ConnectionType }> | null = null;
  #mayGo = true;
  /** The ticks since which `#mayGo` has its value. */
  #since = 0;
  /** By submission: the ticks at which 'Send now' was pressed for it. */
  readonly #released = new Map<SubmissionId, number>();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  get mayGo(): boolean {
    return this.#mayGo;
  }

  readonly link = (): ConnectionType | null =>
    this.#needs.life?.browserSays === true ? this.#link : null;

  rule(): PhotoPolicy {
    if (this.#needs.life === null) return ANY_CONNECTION;
    const said = this.#said && { day: localDay(this.#said.at), link: this.#said.link };
    return { sending: 'unmetered', said };
  }

  /** The phone joins a Wi-Fi or leaves it, and the person may say so in the app. */
  changes(): void {
    const { random } = this.#needs;
    this.become(random() < 0.5 ? 'unmetered' : 'metered', random() < 0.5);
  }

  /** The phone leaves home. Yesterday it had Wi-Fi, and the person said so in the app. */
  leavesHome(): void {
    this.become('metered', false);
    this.#said = { at: this.#needs.now() - day, link: 'unmetered' };
    this.look();
  }

  become(link: ConnectionType, isSaid: boolean): void {
    this.#link = link;
    if (isSaid) this.#said = { at: this.#needs.now(), link };
    this.look();
  }

  /** Called after each step of the simulation. */
  look(): void {
    const mayGo = this.#isAllowed();
    if (mayGo === this.#mayGo) return;
    this.#mayGo = mayGo;
    this.#since = this.#needs.ticks();
  }

  /** Follows the words of the setting. Does not use the app's own function. */
  #isAllowed(): boolean {
    const { life, now } = this.#needs;
    if (life === null) return true;
    if (life.browserSays) return this.#link === 'unmetered';
    const isToday =
      this.#said !== null &&
      new Date(this.#said.at).toDateString() === new Date(now()).toDateString();
    return isToday && this.#said?.link === 'unmetered';
  }

  /** Called after 'Send now' ended for a waiting submission. */
  released(id: SubmissionId): void {
    if (!this.#released.has(id)) this.#released.set(id, this.#needs.ticks());
  }

  /** Called when the submission is no longer queued. Then 'Send now' no longer applies to it. */
  forget(id: SubmissionId): void {
    this.#released.delete(id);
  }

  /** Called after a wipe. A restored submission is in its state at Submit, without the effect of 'Send now'. */
  forgetAll(): void {
    this.#released.clear();
  }

  /** Returns the ticks since which the connection no longer delays the submission. Returns null if its photo must wait. */
  freeSince(row: Submission): number | null {
    const step = nextStep(row);
    if (step === undefined || !isPhoto(step)) return 0;
    const released = this.#released.get(row.id) ?? null;
    return this.#mayGo ? Math.min(this.#since, released ?? this.#since) : released;
  }

  /** @param awakeSince the ticks until which the sending page or worker was frozen */
  sendStarted(row: Submission, stepId: StepId, awakeSince: number): void {
    const step = row.steps.find(({ id }) => id === stepId);
    const waitsSince = Math.max(this.#since, awakeSince);
    if (step === undefined || !isPhoto(step) || this.#mayGo || row.sendsPhotos === true) return;
    if (this.#needs.ticks() - waitsSince > MAY_BE_LATE_MS)
      this.failure ??= new Violation('photos', 'a photo went over a link where it was to wait');
  }
}

const isPhoto = ({ content }: Step): boolean =>
  documentKinds.some(({ call }) => call === content.call);
