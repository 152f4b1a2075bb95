import type { Page } from '@playwright/test';
import { expectLocked, PIN, setLock } from '../support/form/lock-setting.ts';
import type { Bench } from './bench.ts';
import { median, ms, table } from './figures.ts';
import { direct, inLab, slowDown } from './lab.ts';

type Unlocked = Readonly<{ ms: number; afterKey: number }>;

/**
 * Runs in the app's page. Measures from the Enter on the lock screen, and from the worker's answer, until the lock screen is gone,
 * in ms.
 */
const watchUnlock = (): void => {
  let answeredAt = Number.NaN;
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...made: ConstructorParameters<typeof Plain>) {
      super(...made);
      this.addEventListener('message', () => {
        answeredAt = performance.now();
      });
    }
  };
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key !== 'Enter') return;
      const unlocked = new Promise<Unlocked>((resolve) => {
        const look = (): void => {
          const isLocked = document.querySelector('h1')?.textContent === 'Veld is locked';
          const now = performance.now();
          if (isLocked) requestAnimationFrame(look);
          else resolve({ ms: now - timeStamp, afterKey: now - answeredAt });
        };
        look();
      });
      Object.assign(window, { unlocked });
    },
    true,
  );
};

async function unlockOnce(page: Page): Promise<Unlocked> {
  await page.getByRole('button', { name: 'Lock now', exact: true }).click();
  await expectLocked(page);
  await page.getByLabel('PIN or password').fill(PIN);
  await page.keyboard.press('Enter');
  return page.evaluate(() => Reflect.get(window, 'unlocked') as Promise<Unlocked>);
}

/** PBKDF2 of the browser, with the recommended number of iterations. */
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
      const several = async () => {
        const unlocked: Unlocked[] = [];
        const plain: number[] = [];
        for (let round = 0; round < rounds; round += 1) {
          unlocked.push(await unlockOnce(page));
          plain.push(await byPbkdf2(page));
        }
        const of = (part: keyof Unlocked) => ms(median(unlocked.map((each) => each[part])));
        return [of('ms'), of('afterKey'), ms(median(plain))];
      };
      const quick = await several();
      await slowDown(page, 4);
      const slow = await several();
      stage.say(
        table([
          ['way', '1× CPU', '4× CPU'],
          [
            'this project: argon2id, as much as this phone does in 700 ms',
            quick[0] ?? '',
            slow[0] ?? '',
          ],
          ['of which after the worker’s answer', quick[1] ?? '', slow[1] ?? ''],
          ['PBKDF2, 600,000 times, the derivation alone', quick[2] ?? '', slow[2] ?? ''],
        ]),
      );
      stage.say(
        '\nBound: 0.5–1.2 s on the phone on which the PIN was set, of which ≤ 60 ms after the key is there.',
      );
      stage.say('The worker that stretches a PIN is not slowed down with its page: read 1×.');
    }),
};
