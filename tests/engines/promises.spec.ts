import { test } from './engine-test.ts';

test('no text promises more than the browser does', {
  tag: '@chromium',
}, async ({ phone, platform }) => {
  await phone.open('/help/guide');
  const sendsWhenClosed = platform === 'chromium';
  // Only a worker sends with Veld closed.
  if (sendsWhenClosed) {
    await phone.run(async () => {
      await navigator.serviceWorker.ready;
      while (navigator.serviceWorker.controller === null)
        await new Promise((resolve) => setTimeout(resolve, 50));
    }, undefined);
    await phone.open('/help/guide');
  }
  await phone.sees('About Veld');
  await phone.run(() => {
    for (const part of document.querySelectorAll('details')) part.open = true;
  }, undefined);
  await phone.sees(
    sendsWhenClosed
      ? 'It waits safely in the outbox. Help the next customer.'
      : 'This browser sends it while Veld is open.',
  );
  await phone.open('/settings/alerts');
  if (sendsWhenClosed) await phone.sees('Tell me when a form is sent');
  else {
    await phone.sees('This browser sends only while Veld is open');
    await phone.seesNot('Tell me when a form is sent');
  }
});
