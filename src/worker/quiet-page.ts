import { every, later } from '../timers.ts';
import { watchFileChooser } from './file-chooser.ts';
import { filesBeingSaved, type PageWork, unsavedFiles } from './page-work.ts';
import type { QuietPorts } from './quiet-moment.ts';

const TOUCHES = ['pointerdown', 'keydown', 'input'] as const;

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * The ports of `showNoticeWhenQuiet` on a real page. `drains`: the drains that run in this page. `settled` resolves once no
 * file chooser is open and every chosen file is on the disk or has failed.
 */
export function watchQuiet(
  isFormRoute: () => boolean,
  drains: PageWork,
): Readonly<{ ports: QuietPorts; settled: () => Promise<void> }> {
  const chooser = watchFileChooser({
    page: document,
    window,
    isFileInput: (target) => isIn(target, 'input[type="file"]'),
    later,
  });
  const all = [filesBeingSaved, unsavedFiles, chooser, drains];
  return {
    ports: {
      isBusy: () => all.some((work) => work.isUnderWay()),
      isFormOpen: () => isFormRoute() || document.querySelector('dialog[open]') !== null,
      onTouch: (listener) => {
        // A press on the notice itself is an answer to it, and no sign that somebody fills in a form.
        const onTouch = ({ target }: Event): void => {
          if (!isIn(target, '[data-notices]')) listener();
        };
        for (const touch of TOUCHES) document.addEventListener(touch, onTouch, true);
      },
      now: () => performance.now(),
      every,
    },
    async settled() {
      while (chooser.isUnderWay() || filesBeingSaved.isUnderWay()) {
        await chooser.allSettled();
        await filesBeingSaved.allSettled();
      }
    },
  };
}
