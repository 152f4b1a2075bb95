import { test } from './engine-test.ts';

test.describe('where location is blocked', () => {
  test.use({ phoneOptions: { location: 'denied' } });

  test('the form says so, and goes on without', async ({ phone }) => {
    await phone.open('/register');
    await phone.press('Sign', 'section');
    await phone.press('Get location');
    await phone.sees('Location is blocked. Allow it for Veld');
    await phone.tick('Continue without a location');
    await phone.sees(/^Saved$/m);
  });
});

test.describe('where no place is found', () => {
  test.use({ phoneOptions: { location: 'none' } });

  test('the form says so, and goes on without', async ({ phone }) => {
    await phone.open('/register');
    await phone.press('Sign', 'section');
    await phone.press('Get location');
    await phone.sees('Continue without a location');
    await phone.tick('Continue without a location');
    await phone.sees(/^Saved$/m);
  });
});
