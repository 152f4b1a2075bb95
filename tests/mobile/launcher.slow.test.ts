import { describe, expect, it } from 'vitest';
import { findOrInstallJava } from '../../mobile/android/java.ts';
import { runLauncherTests } from './launcher-tests.ts';
import { orSkip } from './or-skip.ts';

const java = orSkip('the tests of the Android launcher', () => findOrInstallJava(console.log));
const tests = java === null ? [] : runLauncherTests(java);

describe.skipIf(java === null)('the Android launcher', () => {
  it('has tests', () => {
    expect(tests.length).toBeGreaterThan(0);
  });

  it.each(tests)('$name', ({ failure }) => {
    expect(failure).toBeNull();
  });
});
