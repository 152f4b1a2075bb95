import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { findTooOldChromium } from '../commands/old-chromium.ts';
import { Device } from '../support/browser/device.ts';
import { test } from './fixtures/test.ts';

const tooOld = (page: Page) => page.getByText('This browser is too old for Veld.');

test('a browser that is too old gets an explanation instead of a blank page', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.addInitScript(() => {
    Reflect.deleteProperty(Array.prototype, 'findLast');
  });
  for (const path of ['/', '/register']) {
    const page = await device.open(path);
    await expect(tooOld(page)).toBeVisible();
    await expect(tooOld(page)).toContainText(/Chrome\/\d+$/);
    await expect(page.getByRole('link', { name: 'Open Veld' })).toBeVisible();
  }
});

test('a browser that cannot parse the app’s scripts gets the same explanation', async ({
  device,
}) => {
  await device.switchOn();
  await device.context.route('**/assets/index-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'class Young { next generation }' }),
  );
  for (const path of ['/', '/outbox']) await expect(tooOld(await device.open(path))).toBeVisible();
});

test('a page over plain http says that the address is wrong, not the browser', async ({
  backend,
}) => {
  const device = new Device(`http://veld.test:${backend.port}`, {
    args: ['--host-resolver-rules=MAP veld.test 127.0.0.1'],
  });
  try {
    await device.switchOn();
    const page = await device.open('/');
    await expect(page.getByText('Open Veld at its https address.')).toBeVisible();
    await expect(tooOld(page)).toHaveCount(0);
  } finally {
    await device.remove();
  }
});

const WORDS = /<p id="old-browser-words">This browser is too old for Veld\..*Chrome\/88<\/p>/;

/** The HTML of the page's body in a browser that has this profile. Rejects if the browser does not answer. */
async function bodyIn(profile: string): Promise<string> {
  const [port] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n');
  const pages = await (await fetch(`http://127.0.0.1:${port}/json`)).json();
  const socket = new WebSocket(pages[0].webSocketDebuggerUrl);
  const params = { expression: 'document.body.innerHTML' };
  try {
    return await new Promise((resolve, reject) => {
      socket.onopen = () =>
        socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }));
      socket.onmessage = ({ data }) => {
        const { id, result } = JSON.parse(data);
        // Other messages have no id. One of them reports that the page has crashed.
        if (id === 1) resolve(String(result?.result.value));
        else reject(new Error(data));
      };
      socket.onclose = () => reject(new Error('The browser has ended.'));
      setTimeout(reject, 5_000, new Error('The browser does not answer.'));
    });
  } finally {
    socket.close();
  }
}

/** Starts Chromium 88 and waits for the words. Rejects after 20 s without them. */
async function expectWordsIn88(program: string, address: string): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'veld-chromium-88-'));
  const browser = spawn(
    program,
    [
      '--headless',
      '--no-sandbox',
      '--single-process',
      '--no-zygote',
      '--disable-gpu',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      address,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  try {
    await expect(async () => {
      expect(await bodyIn(profile)).toMatch(WORDS);
    }).toPass({ timeout: 20_000 });
  } finally {
    browser.kill('SIGKILL');
    await ended;
    rmSync(profile, { recursive: true, force: true });
  }
}

test('Chromium 88 shows the explanation instead of Home and of a form', async ({ backend }) => {
  const program = findTooOldChromium();
  // Chromium 88 is loaded from the registry only for this test.
  test.skip(program === undefined, 'Chromium 88 is fetched where CI is set only.');
  // Chromium 88 crashes about once in eighty starts, and more often on a busy machine. Then the test starts it again.
  for (const path of ['/', '/register'])
    await expect(() => expectWordsIn88(program ?? '', backend.address + path)).toPass();
});
