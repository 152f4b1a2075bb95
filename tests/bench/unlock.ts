import type { Page } from '@playwright/test';
import { expectLocked, PIN, setLock } from '../support/lock-setting.ts';
import type { Bench } from './bench.ts';
import { median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';

/** In the app's page: from the Enter at the lock until its heading is gone, ms. */
const watchUnlock = (): void => {
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key !== 'Enter') return;
      const took = new Promise<number>((resolve) => {
        const look = (): void => {
          const isLocked = document.querySelector('h1')?.textContent === 'Veld is locked';
          if (isLocked) requestAnimationFrame(look);
          else resolve(performance.now() - timeStamp);
        };
        look();
      });
      Object.assign(window, { took });
    },
    true,
  );
};

async function unlockOnce(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Lock now', exact: true }).click();
  await expectLocked(page);
  await page.getByLabel('PIN or password').fill(PIN);
  await page.keyboard.press('Enter');
  return page.evaluate(() => Reflect.get(window, 'took') as Promise<number>);
}

/** What a browser has of its own, so many times as is advised for it. */
const byPbkdf2 = (page: Page): Promise<number> =>
  page.evaluate(async (pin) => {
    const from = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(pin),
      'PBKDF2',
      false,
      ['deriveBits'],
    );
    const salt = crypto.getRandomValues(new Uint8Array(16));
    const started = performance.now();
    await crypto.subtle.deriveBits(
      { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: 600_000 },
      from,
      256,
    );
    return performance.now() - started;
  }, PIN);

export const unlocking: Bench = {
  name: 'unlock',
  title: 'Unlocking by the right PIN: from Enter until the screen behind it is there',
  run: (stage) =>
    inLab(stage, direct, async ({ device }) => {
      const rounds = stage.rounds(3, 15);
      const page = device.context.pages()[0] ?? (await device.context.newPage());
      await page.addInitScript(watchUnlock);
      await setLock(page);
      const several = async (take: (page: Page) => Promise<number>): Promise<string> => {
        const taken: number[] = [];
        for (let round = 0; round < rounds; round += 1) taken.push(await take(page));
        return ms(median(taken));
      };
      const quick = [await several(unlockOnce), await several(byPbkdf2)];
      await slowDown(page, 4);
      const slow = [await several(unlockOnce), await several(byPbkdf2)];
      stage.say(
        table([
          ['way', '1× CPU', '4× CPU'],
          [
            'this project: argon2id, as much as this phone does in 700 ms',
            quick[0] ?? '',
            slow[0] ?? '',
          ],
          ['PBKDF2, 600,000 times, the derivation alone', quick[1] ?? '', slow[1] ?? ''],
        ]),
      );
      stage.say(
        '\nBound: 0.5–1.2 s on the phone on which the PIN was set, of which ≤ 60 ms after the key is there.',
      );
      stage.say('The worker that stretches a PIN is not slowed down with its page: read 1×.');
    }),
};
