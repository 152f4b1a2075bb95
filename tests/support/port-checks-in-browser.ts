import { buildSettings, environmentOf } from '../../src/environment.ts';
import { opfsMirror } from '../../src/store/mirror.ts';
import { openOutbox } from '../../src/store/open-outbox.ts';
import { browserPorts } from '../../src/sync/ports/browser-ports.ts';
import { portChecks } from './port-checks.ts';

/** In a page and in its service worker: runs every check on the real ports. Name → what went wrong, or 'ok'. */
async function runChecks(): Promise<Record<string, string>> {
  const ports = browserPorts(openOutbox(), environmentOf(location.href), buildSettings);
  const results: Record<string, string> = {};
  for (const [name, check] of Object.entries(portChecks))
    results[name] = await check(ports).then(
      () => 'ok',
      (error: unknown) => String(error),
    );
  return results;
}

/** Holds a lock and does not let go of it. Resolves once it is held. */
const holdLock = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const { lock } = browserPorts(openOutbox(), environmentOf(location.href), buildSettings);
    void lock.ifFree(name, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });

/** Whether there is a place for second copies, asked twice of a browser that opens it late the first time only. */
async function askSlowPlace(): Promise<readonly boolean[]> {
  let isFirst = true;
  const slow = {
    getDirectory: async () => {
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 3_500));
      isFirst = false;
      return navigator.storage.getDirectory();
    },
  };
  const { isThere } = opfsMirror(slow as StorageManager);
  const first = await isThere();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return [first, await isThere()];
}

Object.assign(globalThis, { runChecks, holdLock, askSlowPlace });
if (!('document' in globalThis))
  addEventListener('message', (event) => {
    const [port] = (event as MessageEvent).ports;
    void runChecks().then((results) => port?.postMessage(results));
  });
