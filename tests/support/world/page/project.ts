import { backendSettings } from '../../../../src/settings/backend-settings.ts';
import { environmentOf } from '../../../../src/settings/environment.ts';
import { Database } from '../../../../src/store/db/database.ts';
import { browserKeyStore } from '../../../../src/store/keys/browser-key-store.ts';
import { outboxOf } from '../../../../src/store/open-outbox.ts';
import { opfsSecondCopy } from '../../../../src/store/second-copy/second-copy.ts';
import { browserPorts } from '../../../../src/sync/ports/browser-ports.ts';
import { submit } from '../../../../src/sync/submit/submit.ts';
import { type MadeUp, madeUpSignature, makeDraft } from './made-up.ts';

/** The project's store and sync in a page on the app's origin, with the app's data. */
export const db = new Database();
export const keyStore = browserKeyStore(db);
export const ports = browserPorts(
  outboxOf(db, keyStore),
  environmentOf(location.href),
  backendSettings,
  opfsSecondCopy(navigator.storage),
);

/** Makes a draft and submits it, as the form does. Resolves with its id once it is saved. */
async function capture(index: number, madeUp: MadeUp): Promise<string> {
  const { id } = await makeDraft(db, keyStore, index, madeUp);
  const result = await submit(ports, id, await madeUpSignature());
  if (result.status !== 'saved') throw new Error(`Submit ended with ${JSON.stringify(result)}`);
  return id;
}

export async function captureMany(first: number, count: number, madeUp: MadeUp): Promise<void> {
  for (let index = first; index < first + count; index += 1) await capture(index, madeUp);
}

export async function draftMany(first: number, count: number, madeUp: MadeUp): Promise<void> {
  for (let index = first; index < first + count; index += 1)
    await makeDraft(db, keyStore, index, madeUp);
}
