import { execFileSync } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { luhn } from '../../src/domain/forms/rules.ts';
import { type FileSystem, openCutDisk } from '../server/support/power/cut-disk.ts';
import type { Fault } from '../server/support/power/fault.ts';
import { BackendProcess } from '../support/backend/backend-process.ts';
import {
  type StoredRegistration,
  storedRegistrations,
} from '../support/backend/stored-registrations.ts';
import { Device } from '../support/browser/device.ts';
import { fillRegistration, fillTexts } from '../support/form/form-filling.ts';

/** `said`: 'submitted' if the power goes after 'Waiting to send', 'saved' if it goes after 'Saved'. */
export type PhoneLoss = Readonly<{
  said: 'submitted' | 'saved';
  isFirstUse: boolean;
  faults: readonly Fault[];
}>;

const LOSSES_OF_A_PHONE = 4;
/** A submission that is not delivered this long after the network is back counts as lost. */
const DELIVERED_WITHIN_MS = 30_000;
const INSTALLED_WITHIN_MS = 30_000;

/**
 * A phone whose browser has its profile on the disk. Without a network, a customer is submitted or a draft is begun; as soon as
 * the screen says that the phone has it, the power goes. After the restart the network is back: the submission must be delivered
 * whole and once, and the draft be there. The first loss meets the phone's first use. Before each later one the disk has all of
 * what came before. `dist`: the built app.
 */
export async function* phoneLosses(
  kind: FileSystem,
  seed: number,
  dist: string,
): AsyncGenerator<PhoneLoss> {
  const disk = await openCutDisk(kind, seed);
  const backend = await BackendProcess.start({ VELD_DIST_DIR: dist });
  const device = new Device(backend.address, {}, undefined, disk.path);
  const phone: Phone = {
    device,
    backend,
    losePower: async () => {
      await disk.cut('now');
      await device.kill();
      await disk.restore();
      await backend.resume();
      await device.switchOn();
    },
  };
  try {
    for (let loss = 0; loss < LOSSES_OF_A_PHONE; loss += 1) {
      // Both are each phone's first in turn.
      const said = (seed + loss) % 2 === 0 ? 'submitted' : 'saved';
      const faults = await refusedOnScreen(device, () =>
        said === 'submitted'
          ? submitAndLose(phone, simCardNumberOf(loss))
          : saveAndLose(phone, `Thandi ${loss}`),
      );
      yield { said, isFirstUse: loss === 0, faults };
      if (faults.length > 0) return;
      execFileSync('sync', ['--file-system', disk.path]);
    }
  } finally {
    await device.kill();
    await backend.remove();
    await disk.remove();
  }
}

type Phone = Readonly<{
  device: Device;
  backend: BackendProcess;
  /** The power goes and comes back, and the network with it. */
  losePower: () => Promise<void>;
}>;

/** With the right check digit. */
function simCardNumberOf(index: number): string {
  const stem = `892701${String(index).padStart(12, '0')}`;
  return `${stem}${[...'0123456789'].find((digit) => luhn(stem + digit))}`;
}

/** Runs `act`. If it throws, the phone did not do as it must: the fault has what the screen says. */
async function refusedOnScreen(
  device: Device,
  act: () => Promise<readonly Fault[]>,
): Promise<readonly Fault[]> {
  try {
    return await act();
  } catch (error) {
    const [line] = String(error).split('\n');
    return [{ kind: 'refused', text: `${line}; the screen says: ${await screenOf(device)}` }];
  }
}

const screenOf = async (device: Device): Promise<string> => {
  const text = await device.context.pages()[0]?.locator('body').innerText({ timeout: 1000 });
  return `${text}`.replaceAll(/\s+/g, ' ');
};

/** Opens the app, waits until its service worker controls it, and takes the network away. */
async function openOffline({ device, backend }: Phone): Promise<Page> {
  const page = await device.open('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: INSTALLED_WITHIN_MS,
  });
  // Not Playwright's switch: it waits for ever for a service worker that a restart has begun.
  await backend.stop();
  return page;
}

async function submitAndLose(phone: Phone, simCardNumber: string): Promise<readonly Fault[]> {
  const { device, backend, losePower } = phone;
  const page = await openOffline(phone);
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await fillRegistration(page, { simCardNumber });
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByText('Waiting to send').first().waitFor();
  await losePower();
  await device.open('/outbox');
  const arrived = () => storedRegistrations(backend.dataDir).filter(isOf(simCardNumber));
  const from = Date.now();
  while (!arrived().some(isWhole) && Date.now() - from < DELIVERED_WITHIN_MS) await wait(250);
  const found = arrived();
  if (found.length > 1) return [{ kind: 'doubled', text: `${found.length} registrations` }];
  if (found.some(isWhole)) return [];
  return [{ kind: 'lost', text: `the submission; the outbox says: ${await screenOf(device)}` }];
}

const isOf =
  (simCardNumber: string) =>
  ({ formData }: StoredRegistration): boolean =>
    formData['simCardNumber'] === simCardNumber;

const isWhole = ({ signatures, documents }: StoredRegistration): boolean =>
  signatures === 1 && documents.length === 1;

async function saveAndLose(phone: Phone, firstName: string): Promise<readonly Fault[]> {
  const { device, losePower } = phone;
  const page = await openOffline(phone);
  await page.getByRole('link', { name: 'Register a SIM' }).first().click();
  await fillTexts(page, { 'First name': firstName, Surname: 'Nkosi' });
  await page.waitForURL(/\/register\/.+/);
  await page.getByText('Saved', { exact: true }).first().waitFor();
  const address = new URL(page.url()).pathname;
  await losePower();
  const again = await device.open(address);
  const field = again.getByLabel('First name', { exact: true });
  const from = Date.now();
  const value = () => field.inputValue({ timeout: 1000 }).catch(() => null);
  while ((await value()) !== firstName && Date.now() - from < DELIVERED_WITHIN_MS) await wait(250);
  if ((await value()) === firstName) return [];
  return [{ kind: 'lost', text: `the draft; the screen says: ${await screenOf(device)}` }];
}
