import { outboxScript } from 'virtual:veld-outbox-script';

type Outbox = typeof import('./outbox-entry.ts');

/**
 * The database and the drain are a script of their own, so that a worker which only serves the app's files need not read
 * it. It is first imported at install: the browser stores imported scripts with the worker then, and refuses new ones later.
 */
export function loadOutbox(): Outbox {
  const loaded = globalThis as { veldOutbox?: Outbox };
  if (loaded.veldOutbox === undefined) importScripts(outboxScript);
  if (loaded.veldOutbox === undefined) throw new Error(`${outboxScript} defines no outbox.`);
  return loaded.veldOutbox;
}
