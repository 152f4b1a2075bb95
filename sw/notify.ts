import { notificationText, type Tally } from './notification-text.ts';
import { scope } from './scope.ts';

async function showBadge(waiting: number): Promise<void> {
  // TypeScript's library declares badges for every browser; not every browser has them.
  const badging: { setAppBadge?: (count: number) => Promise<void> } = navigator;
  await badging.setAppBadge?.(waiting).catch(() => undefined);
}

/** Updates the badge, and shows a notification if the person asked for them and no window is open. */
export async function notifyPerson(tally: Tally, isWanted: () => Promise<boolean>): Promise<void> {
  await showBadge(tally.waiting);
  const body = notificationText(tally);
  if (body === null || Notification.permission !== 'granted') return;
  const windows = await scope.clients.matchAll({ type: 'window' });
  if (windows.length > 0 || !(await isWanted())) return;
  await scope.registration.showNotification('Veld', {
    body,
    tag: 'outbox',
    icon: '/icons/icon-192.png',
    lang: 'en-ZA',
  });
}
