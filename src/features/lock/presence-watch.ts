import { type AwayLimits, type Presence, whyAway } from './away.ts';

type Target = Pick<EventTarget, 'addEventListener'>;

/** What the tabs tell each other: see `Presence`. */
export type SharedPresence = Readonly<Pick<Presence, 'inSightAt' | 'touchedAt'>>;

export type PresencePorts = Readonly<{
  /** Receives the document's events in the capture phase. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  isFileInput: (target: EventTarget | null) => boolean;
  now: () => number;
  every: (ms: number, task: () => void) => () => void;
  /** Of all tabs; null: nothing is known of others. */
  shared: Readonly<{ read: () => SharedPresence | null; write: (seen: SharedPresence) => void }>;
  /** Hides all that the page shows: the system takes its picture of it now. */
  cover: (isCovered: boolean) => void;
  onAway: (why: 'hidden' | 'idle') => void;
}>;

/** How often the clock is looked at, and the other tabs are told. */
const LOOK_MS = 5_000;

const TOUCHES = ['pointerdown', 'keydown', 'wheel'];

/** Follows whether somebody is there, and tells when nobody was for too long. */
export function watchPresence(
  { page, isFileInput, now, every, shared, cover, onAway }: PresencePorts,
  limits: () => AwayLimits,
): () => void {
  const isHidden = (): boolean => page.visibilityState === 'hidden';
  let chooserAt: number | null = null;
  let hiddenAt = isHidden() ? now() : null;
  let inSightAt = now();
  let touchedAt = now();

  function look(): void {
    const others = shared.read() ?? { inSightAt: 0, touchedAt: 0 };
    const why = whyAway(
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
      cover(true);
      return;
    }
    look();
    hiddenAt = null;
    cover(false);
  });
  const stopLooking = every(LOOK_MS, look);
  return () => {
    ending.abort();
    stopLooking();
    cover(false);
  };
}
