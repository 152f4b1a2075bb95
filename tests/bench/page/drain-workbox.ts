import { Queue } from 'workbox-background-sync/Queue.js';
import { backendSettings } from '../../../src/settings/backend-settings.ts';
import { getDeviceIdentifier } from '../../../src/store/device/device-identifier.ts';
import { type MadeUp, madeUpFile, madeUpSignature } from '../../support/world/page/made-up.ts';
import { db } from '../../support/world/page/project.ts';
import type { Drained } from './drain-ours.ts';

/** The queue asks its service worker's registration for Background Sync. A page has no such registration, so this one is empty. */
Object.defineProperty(self, 'registration', { value: {} });

let queue: Queue | undefined;
let payloadBytes = 0;

/** Opens the queue. Another page of this origin may have filled it. */
export function openWorkbox(): void {
  queue ??= new Queue('peer', { onSync: async () => undefined, forceSyncFallback: true });
}

/** Fills Workbox's own queue with the requests that our app would send for `count` submissions of this kind, in the same order. */
export async function queueForWorkbox(count: number, madeUp: MadeUp): Promise<void> {
  openWorkbox();
  const token = /(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '';
  const headers = (): Record<string, string> => ({
    'X-Application-Key': backendSettings.applicationKey,
    'X-Device-Identifier': device,
    'X-XSRF-TOKEN': token,
    'Idempotency-Key': crypto.randomUUID(),
  });
  const device = await getDeviceIdentifier(db);
  for (let index = 0; index < count; index += 1) {
    const info = await fetch('/api/Info/GetInfo', { headers: headers() });
    const { formGuid } = (await info.json()) as { formGuid: string };
    const form = JSON.stringify({
      formId: formGuid,
      formData: {
        title: 'Ms',
        firstName: 'Zodwa',
        surname: 'Mabaso',
        idNumber: '8001015009087',
        cellphone: '+27821234567',
        emailAddress: 'zodwa@example.co.za',
        simCardNumber: `892701${String(index).padStart(13, '0')}`,
        streetName: 'Behind the Mzamo school',
        suburb: 'KwaNdengezi',
        city: 'Pinetown',
      },
      latitude: -33.918861,
      longitude: 18.4233,
      isBusinessCustomer: false,
    });
    payloadBytes += form.length;
    await push('RegisterSim', form, { ...headers(), 'Content-Type': 'application/json' });
    await push(
      'SaveSignature',
      withFile(formGuid, await madeUpSignature(), 'signature.png'),
      headers(),
    );
    for (let photo = 0; photo < madeUp.photos; photo += 1) {
      const file = madeUpFile(madeUp.photoBytes, madeUp.type);
      const name = `id-document-${crypto.randomUUID().slice(0, 8)}.jpg`;
      await push('SaveIdDocument', withFile(formGuid, file, name), headers());
    }
  }
}

function withFile(formId: string, file: Blob, name: string): FormData {
  payloadBytes += file.size;
  const form = new FormData();
  form.append('FormId', formId);
  form.append('Files', file, name);
  return form;
}

async function push(call: string, body: BodyInit, headers: Record<string, string>): Promise<void> {
  const request = new Request(`/api/SimRegistration/${call}`, { method: 'POST', body, headers });
  await queue?.pushRequest({ request });
}

/** Replays Workbox's queue until it is empty. If a replay fails, it is tried again after `retryMs`. */
export async function drainWorkbox(retryMs: number): Promise<Drained> {
  const started = performance.now();
  while ((await queue?.size()) !== 0) {
    try {
      await queue?.replayRequests();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
  return { ms: performance.now() - started, payloadBytes };
}
