/* Decides whether nobody has used the app for so long that the page must be locked. All times are the phone's clock
   in ms since 1970, because other clocks stop while a page sleeps. */

/** The person's presence in this tab and in the others. */
export type Presence = Readonly<{
  /** The time since which this page is hidden. Null if it is visible. */
  hiddenAt: number | null;
  /** The time when any tab was last visible. */
  inSightAt: number;
  /** The time of the last touch or key press in any tab. */
  touchedAt: number;
  /** The time when a file chooser, or the camera behind it, was opened here. Null if none is open. */
  chooserAt: number | null;
}>;

export type InactivityLimits = Readonly<{ hiddenMs: number; idleMs: number }>;

/** The time (ms) for which an open file chooser does not count as absence, because taking a photo needs time. */
export const CHOOSER_MS = 3 * 60_000;

/** The limit for a hidden page. The person cannot raise it. */
const HIDDEN_MS = 2 * 60_000;

/** A shorter idle time also applies to a hidden page: a hidden page must not stay open longer than a visible one. */
export const inactivityLimits = (idleMinutes: number): InactivityLimits => {
  const idleMs = idleMinutes * 60_000;
  return { idleMs, hiddenMs: Math.min(HIDDEN_MS, idleMs) };
};

/** Also true if the clock was set back, because somebody may do that to keep a page open. */
const passed = (since: number, now: number, limit: number): boolean =>
  Math.abs(now - since) >= limit;

/** Returns why the page must be locked. Returns null if it need not be locked. */
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

/** The facts that all tabs share: see `Presence`. */
export type SharedPresence = Readonly<Pick<Presence, 'inSightAt' | 'touchedAt'>>;

export type PresencePorts = Readonly<{
  /** Receives the document's events in the capture phase. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  isFileInput: (target: EventTarget | null) => boolean;
  now: () => number;
  every: (ms: number, task: () => void) => () => void;
  /** The facts that all tabs share. `read` returns null if nothing is known about other tabs. */
  shared: Readonly<{ read: () => SharedPresence | null; write: (seen: SharedPresence) => void }>;
  /** Hides the page's content, because the system takes its preview picture when a page is hidden. */
  hideContent: (isCovered: boolean) => void;
  onAway: (why: 'hidden' | 'idle') => void;
}>;

/** How often the watch checks the clock and updates the shared facts. */
const LOOK_MS = 5_000;

const NOBODY_SEEN: SharedPresence = { inSightAt: 0, touchedAt: 0 };

const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

/** Watches for activity, and calls `onAway` when nobody has used the app for too long. */
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
   * Reads the other tabs' times. A time more than `LOOK_MS` in the future was written before the clock was set back.
   * Such a time is ignored, and `look` overwrites it.
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
      // Checks the limits before the touch counts: on a computer that slept, no timer has run.
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
 * Uses `localStorage`, because every tab reads it at once, even when it becomes visible again. A message could arrive
 * later. If storage is forbidden, each tab knows only its own times.
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
      // The storage is full or forbidden.
    }
  },
});
