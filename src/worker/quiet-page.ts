import { every, later } from '../timers.ts';
import { watchFileChooser } from './file-chooser.ts';
import { watchOtherWindows } from './other-windows.ts';
import { beingSaved, type PageWork, unsavedFiles } from './page-work.ts';
import type { QuietPorts } from './quiet-moment.ts';

const isIn = (target: EventTarget | null, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null;

/**
 * The ports of `showNoticeWhenQuiet` on a real page. `drains`: the drains that run in this page. `settled` resolves once no
 * file chooser is open, and every chosen file and every stroke is on the disk or has failed.
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
  const isFormOpen = () => isFormRoute() || document.querySelector('dialog[open]') !== null;
  const others = watchOtherWindows(new BroadcastChannel('veld-windows'), isFormOpen, () =>
    performance.now(),
  );
  const all = [beingSaved, unsavedFiles, chooser, drains];
  return {
    ports: {
      isBusy: () => all.some((work) => work.isUnderWay()),
      isFormOpen: () => isFormOpen() || others.isFormOpen(),
      askOthers: others.ask,
      every,
    },
    async settled() {
      while (chooser.isUnderWay() || beingSaved.isUnderWay()) {
        await chooser.allSettled();
        await beingSaved.allSettled();
      }
    },
  };
}
