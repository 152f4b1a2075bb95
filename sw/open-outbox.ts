import { scope } from './scope.ts';

/** Shows the outbox; a form that is open stays as it is. */
export async function openOutbox(event: NotificationEvent): Promise<void> {
  event.notification.close();
  const windows = await scope.clients.matchAll({ type: 'window' });
  const there = windows.find(({ url }) => new URL(url).pathname === '/outbox');
  if (there === undefined) await scope.clients.openWindow('/outbox');
  else await there.focus();
}
