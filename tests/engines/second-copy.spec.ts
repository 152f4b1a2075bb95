import { expect } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { test } from './engine-test.ts';
import { fillRegistration, install, submit, takePhoto } from './registration.ts';

/** Runs in the page. Deletes the database. A browser that was killed can lose it in the same way. */
const loseDatabase = (): Promise<void> =>
  new Promise((resolve, reject) => {
    const losing = indexedDB.deleteDatabase('veld');
    losing.onsuccess = () => resolve();
    losing.onerror = () => reject(losing.error);
  });

for (const writesFiles of ['itself', 'byWorker'] as const)
  test.describe(`if a page writes files ${writesFiles === 'itself' ? 'itself' : 'by a worker'}`, () => {
    test.use({ phoneOptions: { writesFiles } });

    test(
      'a submitted form is restored from its second copy, and sent once',
      {
        // WebKitGTK has the file handles for workers, but refuses to open them. Safari opens them.
        tag: writesFiles === 'byWorker' ? ['@only-firefox', '@only-chromium'] : [],
      },
      async ({ backend, gate, phone }, info) => {
        await install(phone);
        const photo = info.outputPath('id.jpg');
        await takePhoto(phone, photo);
        gate.close();
        await phone.open('/register');
        await fillRegistration(phone, photo);
        await submit(phone);
        await phone.sees('Waiting to send');
        await phone.open('/help/termsconditions');
        await phone.run(loseDatabase, undefined);

        await phone.open('/outbox');
        await phone.sees('Waiting to send');
        gate.open();
        await phone.sees('1 captured, all sent');
        expect(storedRegistrations(backend.dataDir)).toMatchObject([
          {
            signatures: 1,
            documents: [{ contentType: expect.stringMatching(/^image\/(webp|jpeg)$/) }],
          },
        ]);
        // No data of the customer stays: after the delivery, the phone deletes the folder of the copy.
        const folders = (): Promise<readonly string[]> =>
          phone.run(async () => {
            const top = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
            const names: string[] = [];
            for await (const name of top.keys()) names.push(name);
            return names;
          }, undefined);
        await expect.poll(folders).toEqual(['mark']);
      },
    );
  });
