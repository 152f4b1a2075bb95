import { outboxScript } from 'virtual:veld-outbox-script';

type Outbox = typeof import('./outbox.ts');

/**
 * The database and the drain are a script of their own: a worker that only starts the app does not read them.
 * The browser keeps the script with the worker when it is first asked for at install, and never after that.
 */
export function outbox(): Outbox {
  const loaded = globalThis as { veldOutbox?: Outbox };
  if (loaded.veldOutbox === undefined) importScripts(outboxScript);
  if (loaded.veldOutbox === undefined) throw new Error(`${outboxScript} defines no outbox.`);
  return loaded.veldOutbox;
}
