/*
 * Whether somebody was away for so long that a page must be locked. Pure: times are of the phone's clock, ms since 1970, since no other
 * one goes on while a page sleeps.
 */

/** The person's presence in this tab and in the others. */
export type Presence = Readonly<{
  /** Since when this page is out of sight; null: it is in sight. */
  hiddenAt: number | null;
  /** When one of the tabs was last seen to be in sight. */
  inSightAt: number;
  /** The last touch or key, in any tab. */
  touchedAt: number;
  /** When a file chooser, or the camera behind it, was opened here and is not closed yet; null: there is none. */
  chooserAt: number | null;
}>;

export type InactivityLimits = Readonly<{ hiddenMs: number; idleMs: number }>;

/** The time (ms) that an open file chooser does not count as absence: a photo takes time, and the person is there. */
export const CHOOSER_MS = 3 * 60_000;

/** Out of sight for so long, whatever the person chose for an untouched page. */
const HIDDEN_MS = 2 * 60_000;

/** An untouched page in sight is not safer than one out of sight, so that a shorter time counts for both. */
export const inactivityLimits = (idleMinutes: number): InactivityLimits => {
  const idleMs = idleMinutes * 60_000;
  return { idleMs, hiddenMs: Math.min(HIDDEN_MS, idleMs) };
};

/** A clock that was set back counts as well: somebody may do that to keep a page open. */
const passed = (since: number, now: number, limit: number): boolean =>
  Math.abs(now - since) >= limit;

/** Why the page must be locked; null: it need not. */
export function inactivityReason(
  { hiddenAt, inSightAt, touchedAt, chooserAt }: Presence,
  { hiddenMs, idleMs }: InactivityLimits,
  now: number,
): 'hidden' | 'idle' | null {
  const isChoosing = chooserAt !== null && now >= chooserAt && now < chooserAt + CHOOSER_MS;
  if (isChoosing) return null;
  const chosen = chooserAt === null ? 0 : chooserAt + CHOOSER_MS;
  const seenAt = Math.max(hiddenAt ?? 0, inSightAt, chosen);
  if (hiddenAt !== null && passed(seenAt, now, hiddenMs)) return 'hidden';
  return passed(Math.max(touchedAt, chosen), now, idleMs) ? 'idle' : null;
}

type Target = Pick<EventTarget, 'addEventListener'>;

/** The shared facts of all tabs: see `Presence`. */
export type SharedPresence = Readonly<Pick<Presence, 'inSightAt' | 'touchedAt'>>;

export type PresencePorts = Readonly<{
  /** Receives the document's events in the capture phase. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  isFileInput: (target: EventTarget | null) => boolean;
  now: () => number;
  every: (ms: number, task: () => void) => () => void;
  /** The shared facts of all tabs. Null: nothing is known of other tabs. */
  shared: Readonly<{ read: () => SharedPresence | null; write: (seen: SharedPresence) => void }>;
  /** Hides all that the page shows: the system takes its picture of it now. */
  hideContent: (isCovered: boolean) => void;
  onAway: (why: 'hidden' | 'idle') => void;
}>;

/** How often the clock is looked at, and the other tabs are told. */
const LOOK_MS = 5_000;

const NOBODY_SEEN: SharedPresence = { inSightAt: 0, touchedAt: 0 };

const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

/** Follows whether somebody is there, and tells when nobody was for too long. */
export function watchPresence(
  { page, isFileInput, now, every, shared, hideContent, onAway }: PresencePorts,
  limits: () => InactivityLimits,
): () => void {
  const isHidden = (): boolean => page.visibilityState === 'hidden';
  let chooserAt: number | null = null;
  let hiddenAt = isHidden() ? now() : null;
  let inSightAt = now();
  let touchedAt = now();

  /**
   * Reads the other tabs' times. A time further ahead than the tabs' clocks can differ was written before the clock was set back. It
   * is ignored, and `look` overwrites it.
   */
  function readShared(): SharedPresence {
    const { inSightAt: sightAt, touchedAt: touchAt } = shared.read() ?? NOBODY_SEEN;
    const past = (at: number): number => (at > now() + LOOK_MS ? 0 : at);
    return { inSightAt: past(sightAt), touchedAt: past(touchAt) };
  }

  function look(): void {
    const others = readShared();
    const why = inactivityReason(
      {
        hiddenAt,
        chooserAt,
        inSightAt: Math.max(inSightAt, others.inSightAt),
        touchedAt: Math.max(touchedAt, others.touchedAt),
      },
      limits(),
      now(),
    );
    if (why !== null) onAway(why);
    else if (!isHidden()) inSightAt = now();
    if (!isHidden()) shared.write({ inSightAt, touchedAt: Math.max(touchedAt, others.touchedAt) });
  }

  const ending = new AbortController();
  const on = (type: string, task: (target: EventTarget | null) => void): void =>
    page.addEventListener(type, ({ target }) => task(target), {
      capture: true,
      signal: ending.signal,
    });

  for (const touch of TOUCHES)
    on(touch, () => {
      // First of all what this touch ends: a computer that slept rang no timer meanwhile.
      if (now() - touchedAt >= LOOK_MS) look();
      touchedAt = now();
    });
  on('click', (target) => {
    if (isFileInput(target)) chooserAt = now();
  });
  for (const answer of ['change', 'cancel'])
    on(answer, (target) => {
      if (!isFileInput(target)) return;
      chooserAt = null;
      touchedAt = now();
    });
  on('visibilitychange', () => {
    if (isHidden()) {
      hiddenAt ??= now();
      hideContent(true);
      return;
    }
    look();
    hiddenAt = null;
    hideContent(false);
  });
  const stopLooking = every(LOOK_MS, look);
  return () => {
    ending.abort();
    stopLooking();
    hideContent(false);
  };
}

const KEY = 'veld-lock-seen';

/**
 * Uses `localStorage`, which every tab reads at once, even at the moment when it comes back; a message could arrive later. If it is
 * forbidden, each tab knows only itself.
 */
export const sharedPresence = (storage: () => Pick<Storage, 'getItem' | 'setItem'>) => ({
  read(): SharedPresence | null {
    try {
      const [inSightAt, touchedAt] = (storage().getItem(KEY) ?? '').split(' ').map(Number);
      return inSightAt && touchedAt ? { inSightAt, touchedAt } : null;
    } catch {
      return null;
    }
  },
  write({ inSightAt, touchedAt }: SharedPresence): void {
    try {
      storage().setItem(KEY, `${inSightAt} ${touchedAt}`);
    } catch {
      // Full, or forbidden.
    }
  },
});
