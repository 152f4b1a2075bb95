import { test } from './engine-test.ts';

test.describe('if location is blocked', () => {
  test.use({ phoneOptions: { location: 'denied' } });

  test('the form says so and can be submitted', async ({ phone }) => {
    await phone.open('/register');
    await phone.press('Sign', 'section');
    await phone.press('Get location');
    await phone.sees('Location is blocked. Allow it for Veld');
    await phone.tick('Continue without a location');
    await phone.sees(/^Saved$/m);
  });
});

test.describe('if no location is found', () => {
  test.use({ phoneOptions: { location: 'none' } });

  test('the form says so and can be submitted', async ({ phone }) => {
    await phone.open('/register');
    await phone.press('Sign', 'section');
    await phone.press('Get location');
    await phone.sees('Continue without a location');
    await phone.tick('Continue without a location');
    await phone.sees(/^Saved$/m);
  });
});
