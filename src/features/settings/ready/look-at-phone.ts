import { missingFiles } from '../../../worker/missing-files.ts';
import { sendsWhenClosed } from '../../../worker/sends-when-closed.ts';
import { readStorage } from '../storage-state.ts';
import type { Allowed, ReadyFacts } from './ready-lines.ts';

/** All but what the database knows. */
export type PhoneFacts = Omit<ReadyFacts, 'records' | 'now'>;

/** Some browsers know no such permission, or throw at its name. */
const permission = async (name: 'geolocation' | 'camera'): Promise<Allowed> => {
  try {
    const { state } = await navigator.permissions.query({ name } as PermissionDescriptor);
    return state;
  } catch {
    return 'unknown';
  }
};

function alertsAllowed(): Allowed | null {
  if (!sendsWhenClosed() || !('Notification' in window)) return null;
  return Notification.permission === 'default' ? 'prompt' : Notification.permission;
}

/** How far the phone's clock is from that of the server that serves the app. HEAD is answered by no worker, and by no cache. */
async function clockOffMs(): Promise<number | null> {
  try {
    const asked = Date.now();
    const { headers } = await fetch(location.origin, { method: 'HEAD', cache: 'no-store' });
    const server = Date.parse(headers.get('date') ?? '');
    // The answer left the server at some time in between; the header knows whole seconds.
    return Number.isNaN(server) ? null : (asked + Date.now()) / 2 - server;
  } catch {
    return null;
  }
}

export async function lookAtPhone(): Promise<PhoneFacts> {
  const [missing, storage, place, camera, clock] = await Promise.all([
    missingFiles(navigator.serviceWorker?.controller ?? null),
    readStorage(navigator.storage),
    permission('geolocation'),
    permission('camera'),
    clockOffMs(),
  ]);
  return {
    missingFiles: missing,
    storage,
    location: place,
    camera,
    alerts: alertsAllowed(),
    clockOffMs: clock,
  };
}
