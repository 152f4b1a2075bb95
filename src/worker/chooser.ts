import { createPageWork, type PageWork } from './page-work.ts';

/** So long after the page is back in front, its file is on its way to the page; or there is none, and nobody says so. */
export const LATE_FILE = 10_000;

type Target = Pick<EventTarget, 'addEventListener'>;

export type ChooserPorts = Readonly<{
  /** Hears of every event of the document first. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Hears of 'focus'. */
  window: Target;
  isFileInput: (target: EventTarget | null) => boolean;
  later: (ms: number, task: () => void) => void;
}>;

/** Follows whether a file chooser, or the camera that it leads to, stands before the page. */
export function watchChooser({ page, window, isFileInput, later }: ChooserPorts): PageWork {
  const open = createPageWork();
  let close: (() => void) | null = null;

  // After the event: whoever takes the files in does so while it lasts.
  const closeIn = (ms: number): void => {
    const closing = close;
    if (closing !== null) later(ms, closing);
  };
  page.addEventListener(
    'click',
    ({ target }) => {
      if (!isFileInput(target)) return;
      close?.();
      open.add(
        new Promise<void>((resolve) => {
          close = resolve;
        }),
      );
    },
    true,
  );
  for (const answer of ['change', 'cancel'])
    page.addEventListener(answer, ({ target }) => isFileInput(target) && closeIn(0), true);
  // It is modal: whoever reaches the page has left it, also in browsers that do not tell.
  for (const touch of ['pointerdown', 'keydown'])
    page.addEventListener(touch, () => closeIn(0), true);
  window.addEventListener('focus', () => closeIn(LATE_FILE));
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') closeIn(LATE_FILE);
  });
  return open;
}
