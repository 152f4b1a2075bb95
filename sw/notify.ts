import type { Database } from '../src/store/database.ts';
import { notificationText, type Tally } from './notification-text.ts';
import { scope } from './scope.ts';

async function showBadge(waiting: number): Promise<void> {
  // Not every browser has badges, and the compiler's library says that all do.
  const badging: { setAppBadge?: (count: number) => Promise<void> } = navigator;
  await badging.setAppBadge?.(waiting).catch(() => undefined);
}

/** The setting alone: the device's whole storage would make this script a good deal larger. */
async function isWanted(db: Database): Promise<boolean> {
  return (await db.device.get('notifies'))?.value === true;
}

/** Tells a person who is not looking: where they asked for it, and no window is open. */
export async function tell(db: Database, tally: Tally): Promise<void> {
  await showBadge(tally.waiting);
  const body = notificationText(tally);
  if (body === null || Notification.permission !== 'granted') return;
  const windows = await scope.clients.matchAll({ type: 'window' });
  if (windows.length > 0 || !(await isWanted(db))) return;
  await scope.registration.showNotification('Veld', {
    body,
    tag: 'outbox',
    icon: '/icons/icon-192.png',
    lang: 'en-ZA',
  });
}
