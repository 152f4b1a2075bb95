import { expect, type Page } from '@playwright/test';
import { storedRegistrations } from '../support/backend/stored-registrations.ts';
import { Device } from '../support/browser/device.ts';
import { submitAll } from '../support/form/complete-draft.ts';
import { type LinkOptions, ShapedLink } from '../support/network/shaped-link.ts';
import { openOutbox, rowOf } from './fixtures/outbox-test.ts';
import { test as base } from './fixtures/test.ts';

const good: LinkOptions = { upKbits: 80_000, downKbits: 80_000, roundTripMs: 0 };
const photoSize = 120_000;
/** The photo has 120 kB, and the link breaks after every 45 kB. So the photo never arrives in one request. */
const cutAgainAndAgain: LinkOptions = {
  upKbits: photoSize / 1000,
  downKbits: 4_000,
  roundTripMs: 100,
  cutEveryBytesUp: 45_000,
  outageMs: 300,
};

const test = base.extend<{ link: ShapedLink }>({
  link: async ({ backend }, use) => {
    const link = await ShapedLink.start(backend.address, good);
    await use(link);
    await link.stop();
  },
  device: async ({ link }, use) => {
    const device = new Device(link.address);
    await device.switchOn();
    await use(device);
    await device.remove();
  },
});

/** The kilobytes of the photo that are at the server, as the outbox shows them. */
async function came(page: Page): Promise<number> {
  const said = await page.getByText(/photo 1 of 1: .* of .*/).allTextContents();
  return Number(/: (\d+).kB of/.exec(said[0] ?? '')?.[1] ?? 0);
}

test('a photo arrives over a link that breaks again and again, even if the browser or the server is killed', async ({
  backend,
  device,
  link,
}) => {
  test.slow();
  let page = await openOutbox(device);
  await device.goOffline();
  await submitAll(page, [{ name: 'Amahle', photoSize }]);
  await page.goto('/outbox');
  link.become(cutAgainAndAgain);
  const before = link.bytesUp;
  await device.goOnline();
  await expect.poll(() => came(page), { timeout: 60_000 }).toBeGreaterThan(20);

  // Kills the browser. The next start continues the upload where it stopped.
  await device.kill();
  await device.switchOn();
  page = await device.open('/outbox');
  await expect.poll(() => came(page), { timeout: 60_000 }).toBeGreaterThan(50);

  // Kills the server in the middle of a piece.
  await backend.stop('SIGKILL');
  await backend.resume();
  await expect(rowOf(page, 'Sent')).toHaveCount(1, { timeout: 120_000 });
  const [form] = storedRegistrations(backend.dataDir);
  expect(form?.documents).toHaveLength(1);
  expect(form?.signatures).toBe(1);
  // If each break restarted the upload, the phone would send many times as much.
  expect((link.bytesUp - before) / photoSize).toBeLessThan(2.5);
});
