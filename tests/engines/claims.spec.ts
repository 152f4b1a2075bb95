import { expect } from '@playwright/test';
import { test } from './engine-test.ts';

test.describe('on a narrow screen', () => {
  test.use({ phoneOptions: { width: 320 } });

  test('no word of Home’s headline breaks across lines', async ({ phone }) => {
    await phone.open('/');
    await phone.sees('Register SIM cards, with or without signal');
    const broken = await phone.run(() => {
      const found: string[] = [];
      for (const headline of document.querySelectorAll('h1'))
        for (const node of headline.childNodes)
          for (const { index, 0: word } of node.textContent?.matchAll(/\S+/g) ?? []) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (range.getClientRects().length > 1) found.push(word);
          }
      return found;
    }, undefined);
    expect(broken).toEqual([]);
  });
});

// Firefox and iOS 17 report a share of the whole disk, even if the disk is full. iOS 16 reports nothing.
test('Settings shows no invented figure of free space', {
  tag: ['@only-firefox', '@only-ios-17', '@only-ios-16'],
}, async ({ phone }) => {
  await phone.open('/settings/phone');
  await phone.sees('Space free Not known');
});

test('a phone with signal again is not shown as offline, even if the browser sent no event', async ({
  phone,
}) => {
  await phone.open('/outbox');
  await phone.sees(/^Online$/m);
  await phone.run(() => {
    Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
    dispatchEvent(new Event('offline'));
  }, undefined);
  await phone.sees(/^Offline$/m);
  await phone.run(() => {
    Reflect.deleteProperty(navigator, 'onLine');
    document.dispatchEvent(new Event('visibilitychange'));
  }, undefined);
  await phone.sees(/^Online$/m);
});
