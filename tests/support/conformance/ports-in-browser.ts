import {
  bucketSecretStorage,
  cacheSecretStorage,
  opfsSecretStorage,
  type StorageBuckets,
} from '../../../src/seal/secret-storage.ts';
import { browserPasskeys } from '../../../src/services/lock-services.ts';
import { pageSecondCopy } from '../../../src/services/sync-services.ts';
import { backendSettings } from '../../../src/settings/backend-settings.ts';
import { environmentOf } from '../../../src/settings/environment.ts';
import { openOutbox } from '../../../src/store/open-outbox.ts';
import { writeContext } from '../../../src/store/second-copy/copy-place.ts';
import { opfsSecondCopy } from '../../../src/store/second-copy/second-copy.ts';
import { browserPorts } from '../../../src/sync/ports/browser-ports.ts';
import { passkeyChecks, passkeyChecksWithoutPrf } from './passkeys.ts';
import { portChecks } from './ports.ts';
import { secretStorageChecks } from './secret-storage.ts';

const isPage = 'document' in globalThis;

const realPorts = () =>
  browserPorts(
    openOutbox(),
    environmentOf(location.href),
    backendSettings,
    isPage ? pageSecondCopy() : opfsSecondCopy(navigator.storage),
  );

const { storageBuckets } = navigator as Navigator & { readonly storageBuckets?: StorageBuckets };

const storages = {
  ...(writeContext() === 'here'
    ? {
        files: opfsSecretStorage(async () =>
          (await navigator.storage.getDirectory()).getDirectoryHandle('storage', { create: true }),
        ),
      }
    : {}),
  cache: cacheSecretStorage(caches, 'a-storage'),
  ...(storageBuckets && {
    bucket: bucketSecretStorage(storageBuckets, navigator.locks, 'a-storage'),
  }),
};

type Run = (name: string, check: () => Promise<void>) => Promise<void>;

/** Records 'ok' or the error of each check, by the check's name. */
const runInto =
  (results: Record<string, string>): Run =>
  async (name, check) => {
    results[name] = await check().then(
      () => 'ok',
      (error: unknown) => String(error),
    );
  };

/** Runs every check on the real ports and secret storages, in a page and in a service worker. Returns the result of each. */
async function runChecks(): Promise<Record<string, string>> {
  const ports = realPorts();
  const results: Record<string, string> = {};
  const run = runInto(results);
  for (const [name, check] of Object.entries(portChecks)) await run(name, () => check(ports));
  for (const [where, storage] of Object.entries(storages))
    for (const [name, check] of Object.entries(secretStorageChecks))
      await run(`a storage in the ${where} ${name}`, () => check(storage));
  return results;
}

/** Runs every check of passkeys, in a page of a browser with an authenticator. Returns the result of each. */
async function runPasskeyChecks(hasPrf: boolean): Promise<Record<string, string>> {
  const results: Record<string, string> = {};
  for (const [name, check] of Object.entries(hasPrf ? passkeyChecks : passkeyChecksWithoutPrf))
    await runInto(results)(name, () => check(browserPasskeys()));
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

/** Asks twice for the state of the second copy, in a browser whose file system opens late the first time. Returns both states. */
async function askSlowPlace(): Promise<readonly string[]> {
  let isFirst = true;
  const slow = {
    getDirectory: async () => {
      if (isFirst) await new Promise((resolve) => setTimeout(resolve, 3_500));
      isFirst = false;
      return navigator.storage.getDirectory();
    },
  };
  const { state } = opfsSecondCopy(slow as StorageManager);
  const first = await state();
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return [first, await state()];
}

const { secondCopy } = realPorts();

/** The files in a folder of the second copy: the text of each, by name. */
const mirrored = async (folder: string): Promise<Record<string, string | undefined>> =>
  Object.fromEntries(
    await Promise.all(
      (await secondCopy.names(folder)).map(async (name) => [
        name,
        await secondCopy.getText(folder, name),
      ]),
    ),
  );

Object.assign(globalThis, {
  runChecks,
  runPasskeyChecks,
  holdLock,
  askSlowPlace,
  mirrored,
  copyState: () => secondCopy.state(),
  putInCopy: secondCopy.put,
  removeFromCopy: secondCopy.remove,
  removeFileFromCopy: secondCopy.removeFile,
});
if (!isPage)
  addEventListener('message', (event) => {
    const [port] = (event as MessageEvent).ports;
    void runChecks().then((results) => port?.postMessage(results));
  });
