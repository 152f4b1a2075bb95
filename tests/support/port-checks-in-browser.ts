import { buildSettings, environmentOf } from '../../src/environment.ts';
import { pageMirror } from '../../src/services/page-mirror.ts';
import { opfsMirror } from '../../src/store/mirror.ts';
import { openOutbox } from '../../src/store/open-outbox.ts';
import { browserPorts } from '../../src/sync/ports/browser-ports.ts';
import { portChecks } from './port-checks.ts';

const isPage = 'document' in globalThis;

const realPorts = () =>
  browserPorts(
    openOutbox(),
    environmentOf(location.href),
    buildSettings,
    isPage ? pageMirror() : opfsMirror(navigator.storage),
  );

/** Runs every check on the real ports, in a page and in a service worker. Resolves with 'ok' or the error, by name. */
async function runChecks(): Promise<Record<string, string>> {
  const ports = realPorts();
  const results: Record<string, string> = {};
  for (const [name, check] of Object.entries(portChecks))
    results[name] = await check(ports).then(
      () => 'ok',
      (error: unknown) => String(error),
    );
  return results;
}

/** Takes a lock and never releases it. Resolves once it is held. */
const holdLock = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const { lock } = realPorts();
    void lock.ifFree(name, () => {
      resolve();
      return new Promise(() => undefined);
    });
  });

/** Asks the mirror twice whether it is there, in a browser whose file system opens late the first time. */
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

const { mirror } = realPorts();

/** What the mirror holds, as text. */
const mirrored = async (folder: string): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    await Promise.all(
      (await mirror.names(folder)).map(async (name) => [name, await mirror.getText(folder, name)]),
    ),
  );

Object.assign(globalThis, {
  runChecks,
  holdLock,
  askSlowPlace,
  mirrored,
  isMirrorThere: mirror.isThere,
  putInMirror: mirror.put,
  removeFromMirror: mirror.remove,
  removeFileFromMirror: mirror.removeFile,
});
if (!isPage)
  addEventListener('message', (event) => {
    const [port] = (event as MessageEvent).ports;
    void runChecks().then((results) => port?.postMessage(results));
  });
