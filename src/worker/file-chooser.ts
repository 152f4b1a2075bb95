import { createPageWork, type PageWork } from './page-work.ts';

/**
 * How long after the page is visible again the chooser counts as open. By then a chosen file has reached the page; without
 * one, some browsers send no event at all.
 */
export const LATE_FILE_MS = 10_000;

type Target = Pick<EventTarget, 'addEventListener'>;

export type ChooserPorts = Readonly<{
  /** Receives the document's events in the capture phase. */
  page: Target & Readonly<{ visibilityState: DocumentVisibilityState }>;
  /** Receives 'focus'. */
  window: Target;
  isFileInput: (target: EventTarget | null) => boolean;
  later: (ms: number, task: () => void) => void;
}>;

/** Follows whether a file chooser is open, or the camera app that was opened from it. */
export function watchFileChooser({ page, window, isFileInput, later }: ChooserPorts): PageWork {
  const open = createPageWork();
  let close: (() => void) | null = null;

  // Not before the event's other listeners have run: they register the chosen files as work of the page.
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
  // The chooser is modal: a touch on the page means that it is closed. Some browsers send no 'cancel'.
  for (const touch of ['pointerdown', 'keydown'])
    page.addEventListener(touch, () => closeIn(0), true);
  window.addEventListener('focus', () => closeIn(LATE_FILE_MS));
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState === 'visible') closeIn(LATE_FILE_MS);
  });
  return open;
}
