import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runServer } from '../support/process.ts';

describe('an invalid setting', () => {
  it.each([
    ['PORT', 'abc'],
    ['PORT', '70000'],
    ['VELD_KEEP_DAYS', '0'],
    ['VELD_KEEP_DAYS', '1.5'],
    ['VELD_ANNOUNCE', 'maybe'],
    ['VELD_SWEEP', '1'],
    ['VELD_RESTORED', 'true'],
    ['VELD_POLICY_MAX_UNSENT', '19'],
    ['VELD_POLICY_MAX_AGE_HOURS', '23'],
    ['VELD_POLICY_MINIMUM_VERSION', '1.0'],
    ['VELD_TRUST_PROXY', 'proxy.example'],
    ['VELD_TRUST_PROXY', '10.0.0.0/99'],
    ['VELD_ANDROID_FINGERPRINTS', 'AB:CD'],
    ['VELD_ANDROID_FINGERPRINTS', `${'AB:'.repeat(31)}XY`],
    ['VELD_ANDROID_FINGERPRINTS', 'AB'.repeat(32)],
  ])('%s=%s ends the start with words and code 2', async (name, value) => {
    const { code, output } = await runServer([], {
      VELD_DATA_DIR: join(tmpdir(), 'veld-never-made'),
      [name]: value,
    });
    expect(code).toBe(2);
    expect(output).toMatch(new RegExp(`^${name} must `));
  });
});
