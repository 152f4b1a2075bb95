import { watchChooser } from './chooser.ts';
import { filesInDoubt, filesInWork, type PageWork } from './page-work.ts';
import type { QuietPorts } from './quiet-moment.ts';

const touches = ['pointerdown', 'keydown', 'input'] as const;

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * What a real page knows of its quiet. `drains`: those of this page itself. `settled` resolves once nobody chooses a
 * file and every chosen one is on the disk, or failed.
 */
export function watchQuiet(
  isFormRoute: () => boolean,
  drains: PageWork,
): Readonly<{ ports: QuietPorts; settled: () => Promise<void> }> {
  const chooser = watchChooser({
    page: document,
    window,
    isFileInput: (target) => isIn(target, 'input[type="file"]'),
    later: (ms, task) => void setTimeout(task, ms),
  });
  const all = [filesInWork, filesInDoubt, chooser, drains];
  return {
    ports: {
      isBusy: () => all.some((work) => work.isUnderWay()),
      isFormOpen: () => isFormRoute() || document.querySelector('dialog[open]') !== null,
      onTouch: (listener) => {
        // A press on the notice itself is an answer to it.
        const hear = ({ target }: Event): void => {
          if (!isIn(target, '[data-notices]')) listener();
        };
        for (const touch of touches) document.addEventListener(touch, hear, true);
      },
      now: () => performance.now(),
      every: (ms, task) => {
        const timer = setInterval(task, ms);
        return () => clearInterval(timer);
      },
    },
    async settled() {
      while (chooser.isUnderWay() || filesInWork.isUnderWay()) {
        await chooser.ended();
        await filesInWork.ended();
      }
    },
  };
}
