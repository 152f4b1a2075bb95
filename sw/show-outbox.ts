import { OUTBOX_PATH } from '../src/page-paths.ts';
import { scope } from './scope.ts';

/** Shows the outbox in a window that already shows it, or in a new one: an open form is left as it is. */
export async function showOutbox(event: NotificationEvent): Promise<void> {
  event.notification.close();
  const windows = await scope.clients.matchAll({ type: 'window' });
  const outboxWindow = windows.find(({ url }) => new URL(url).pathname === OUTBOX_PATH);
  if (outboxWindow === undefined) await scope.clients.openWindow(OUTBOX_PATH);
  else await outboxWindow.focus();
}
