import { workerText } from '../src/messages/worker.ts';
import { notificationText, type Tally } from './notification-text.ts';
import { scope } from './scope.ts';

async function showBadge(count: number): Promise<void> {
  // TypeScript's library declares badges for every browser, but not every browser has them.
  const badging: { setAppBadge?: (count: number) => Promise<void> } = navigator;
  await badging.setAppBadge?.(count).catch(() => undefined);
}

export type NotifyStore = Readonly<{
  onIcon: () => Promise<number>;
  wantsNotifications: () => Promise<boolean>;
}>;

/** Updates the badge, and shows a notification if the person asked for them and sees no window of the app. */
export async function notifyPerson(tally: Tally, store: NotifyStore): Promise<void> {
  await showBadge(await store.onIcon());
  const body = notificationText(tally);
  if (body === null || Notification.permission !== 'granted') return;
  const windows = await scope.clients.matchAll({ type: 'window' });
  if (windows.some(({ visibilityState }) => visibilityState === 'visible')) return;
  if (!(await store.wantsNotifications())) return;
  await scope.registration.showNotification(workerText().title, {
    body,
    tag: 'outbox',
    icon: '/icons/icon-192.png',
    lang: 'en-ZA',
  });
}
