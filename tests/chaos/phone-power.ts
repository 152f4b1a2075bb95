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

/** `said`: 'submitted' if the power is cut after the text 'Waiting to send', 'saved' if it is cut after 'Saved'. */
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
 * Cuts the power of a phone several times. The browser's profile is on the disk that loses power. Without a network, a person submits a
 * form or begins a draft. As soon as the screen says that the phone has it, the power is cut. After the restart the network is back. Then
 * the submission must be delivered completely and once, or the draft must still exist. The first loss comes during the phone's first use.
 * Before each later loss, everything earlier is written to the disk. `dist`: the built app.
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
      // Half of the phones begin with 'submitted', the other half with 'saved'.
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
  /** Cuts the power, then restores the power and the network. */
  losePower: () => Promise<void>;
}>;

/** Returns a SIM card number with the right check digit. */
function simCardNumberOf(index: number): string {
  const stem = `892701${String(index).padStart(12, '0')}`;
  return `${stem}${[...'0123456789'].find((digit) => luhn(stem + digit))}`;
}

/** Runs `act`. If `act` throws, the phone has failed. Then returns a fault with the text of the screen. */
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
  // Stops the backend. Playwright's own offline switch waits forever for a service worker that a restart has begun.
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
