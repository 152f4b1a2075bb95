import { buildSettings, environmentOf } from '../../src/environment.ts';
import { cacheHome } from '../../src/seal/cache-home.ts';
import { opfsHome } from '../../src/seal/opfs-home.ts';
import { pageMirror } from '../../src/services/page-mirror.ts';
import { opfsMirror } from '../../src/store/mirror.ts';
import { openOutbox } from '../../src/store/open-outbox.ts';
import { placeToWrite } from '../../src/store/place-to-write.ts';
import { browserPorts } from '../../src/sync/ports/browser-ports.ts';
import { portChecks } from './port-checks.ts';
import { secretHomeChecks } from './secret-home-checks.ts';

const isPage = 'document' in globalThis;

const realPorts = () =>
  browserPorts(
    openOutbox(),
    environmentOf(location.href),
    buildSettings,
    isPage ? pageMirror() : opfsMirror(navigator.storage),
  );

const homes = {
  ...(placeToWrite() === 'here'
    ? {
        files: opfsHome(async () =>
          (await navigator.storage.getDirectory()).getDirectoryHandle('home', { create: true }),
        ),
      }
    : {}),
  cache: cacheHome(caches, 'a-home'),
};

/** Runs every check on the real ports and homes, in a page and in a service worker. Resolves with 'ok' or the error, by name. */
async function runChecks(): Promise<Record<string, string>> {
  const ports = realPorts();
  const results: Record<string, string> = {};
  const run = async (name: string, check: () => Promise<void>): Promise<void> => {
    results[name] = await check().then(
      () => 'ok',
      (error: unknown) => String(error),
    );
  };
  for (const [name, check] of Object.entries(portChecks)) await run(name, () => check(ports));
  for (const [where, home] of Object.entries(homes))
    for (const [name, check] of Object.entries(secretHomeChecks))
      await run(`a home in the ${where} ${name}`, () => check(home));
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
