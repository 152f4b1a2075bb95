import type { Store } from '../../../store/open-store.ts';
import { promptInstall } from '../install-offer.ts';
import { requestPersistence } from '../storage-state.ts';

/* The browser's own questions, each asked only after a person pressed the button under the sentence that says why. */

/** Ends with the answer, whichever it is: what counts is read anew. */
export const askForLocation = (): Promise<void> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(),
      () => resolve(),
      { timeout: 10_000 },
    );
  });

export async function askForAlerts(store: Store): Promise<void> {
  const notifies = (await Notification.requestPermission()) === 'granted';
  await (await store.settings()).set({ notifies });
}

/** By installing where the browser offers that, which protects best; else by its promise. */
export async function askForProtection(): Promise<void> {
  await promptInstall();
  await requestPersistence(navigator.storage);
}
