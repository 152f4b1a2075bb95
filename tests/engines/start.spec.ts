import { expect } from '@playwright/test';
import { Deployment } from '../support/app/built-app.ts';
import { isAskingTime } from '../support/browser/page-watch.ts';
import { test } from './engine-test.ts';
import { install } from './registration.ts';

test('every screen opens without signal, and the browser reports no error', {
  tag: ['@ios-16', '@floor'],
}, async ({ gate, phone }) => {
  await install(phone);
  gate.close();
  for (const [path, words] of [
    ['/', 'Register SIM cards, with or without signal'],
    ['/register', 'First name'],
    ['/replace', 'First name'],
    ['/outbox', 'Nothing here yet'],
    ['/settings', 'This phone'],
    ['/settings/phone', 'App version'],
    ['/help/termsconditions', 'Terms and Conditions'],
    ['/practise', 'First name'],
  ] as const) {
    await phone.open(path);
    await phone.sees(words);
    // This text is not in the HTML, so the app itself is running.
    await phone.sees('In Development');
    // Veld sends a browser that is too old to another page. It must not do so with a supported browser.
    expect(await phone.path()).toBe(path);
  }
  expect(phone.complaints.filter((complaint) => !isAskingTime(complaint))).toEqual([]);
});

test.describe('if no worker is installed yet', () => {
  test.use({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's wishes from this pattern.
    deployment: async ({}, use) => {
      const deployment = new Deployment();
      deployment.removeWorker();
      await use(deployment);
      deployment.remove();
    },
  });

  test('every page starts, and the browser reports no other error', {
    tag: ['@ios-16', '@floor'],
  }, async ({ phone }) => {
    for (const [path, words] of [
      ['/', 'Register SIM cards, with or without signal'],
      ['/register', 'First name'],
      ['/practise', 'First name'],
      ['/outbox', 'Nothing here yet'],
      ['/settings', 'This phone'],
      // A build without sign-in opens the settings instead.
      ['/sign-in.html', 'This phone'],
    ] as const) {
      await phone.open(path);
      await phone.sees(words);
      await phone.sees('In Development');
    }
    // The deployment has no worker. Both the app and Chromium report it.
    const others = phone.complaints.filter(
      (complaint) => !/worker registration|when fetching the script/.test(complaint),
    );
    expect(others.filter((complaint) => !isAskingTime(complaint))).toEqual([]);
  });

  test('‘Try again’ shows a screen that could not be loaded, once there is signal', async ({
    gate,
    phone,
  }) => {
    await phone.open('/');
    await phone.sees('In Development');
    gate.close();
    await phone.press('Settings', 'link');
    await phone.sees('This screen could not be loaded');
    gate.open();
    await phone.press('Try again');
    await phone.sees('This phone');
  });
});
