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

/** A person who lets photos go only where data costs nothing by the megabyte. */
export type PhotoLife = Readonly<{
  /** Whether the browser reports the connection's type. If not, the person says it for the day, now and then. */
  browserSays: boolean;
  /** On average, so many ms pass between Wi-Fi and mobile data. */
  changesEvery: number;
}>;

/** null: in this seed photos go over any link. */
export function drawPhotoLife(random: () => number): PhotoLife | null {
  const life = { browserSays: random() < 0.6, changesEvery: 1000 * 10 ** (1 + 2.5 * random()) };
  return random() < 0.3 ? life : null;
}

/** A drain looks at the link each second; but it may have looked before a copy was written and an answer waited for. */
const MAY_BE_LATE_MS = 120_000;

const day = 24 * 3_600_000;

type Needs = Readonly<{
  life: PhotoLife | null;
  now: () => number;
  ticks: () => number;
  random: () => number;
}>;

/** The links of the phone and what its person said of them; and the check that no photo goes where it should wait. */
export class Photos {
  /** The first violation, also if the tested code caught it. */
  failure: Violation | null = null;
  readonly #needs: Needs;
  #link: ConnectionType = 'metered';
  #said: Readonly<{ at: number; link: ConnectionType }> | null = null;
  #mayGo = true;
  /** The ticks since which photos may go, or wait. */
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

  /** The phone comes into a Wi-Fi or leaves it, and its person may say so. */
  changes(): void {
    const { random } = this.#needs;
    this.become(random() < 0.5 ? 'unmetered' : 'metered', random() < 0.5);
  }

  /** Away from home: there was Wi-Fi yesterday, and the person said so. */
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

  /** After each step of the simulation. */
  look(): void {
    const mayGo = this.#isAllowed();
    if (mayGo === this.#mayGo) return;
    this.#mayGo = mayGo;
    this.#since = this.#needs.ticks();
  }

  /** By the words of the setting, and not by the app's own function. */
  #isAllowed(): boolean {
    const { life, now } = this.#needs;
    if (life === null) return true;
    if (life.browserSays) return this.#link === 'unmetered';
    const isToday =
      this.#said !== null &&
      new Date(this.#said.at).toDateString() === new Date(now()).toDateString();
    return isToday && this.#said?.link === 'unmetered';
  }

  /** 'Send now' ended for it, and it was waiting. */
  released(id: SubmissionId): void {
    if (!this.#released.has(id)) this.#released.set(id, this.#needs.ticks());
  }

  /** It is no longer what 'Send now' was pressed for. */
  forget(id: SubmissionId): void {
    this.#released.delete(id);
  }

  /** A wipe brings it back as it was submitted. */
  forgetAll(): void {
    this.#released.clear();
  }

  /** The ticks since which nothing of this keeps it; null: its photo waits. */
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
