import { expect, test } from '@playwright/test';
import { phoneLosses } from '../chaos/phone-power.ts';
import { whyNoCutDisk } from '../server/support/power/cut-disk.ts';
import { distFolder } from '../support/app/built-app.ts';

// Phones have ext4 or f2fs.
const why = whyNoCutDisk('ext4');
test.skip(why !== null, why ?? '');

test('a waiting form survives a power loss at the first use of a phone', async () => {
  for await (const loss of phoneLosses('ext4', 2, distFolder)) {
    expect(loss).toEqual({ said: 'submitted', isFirstUse: true, faults: [] });
    // Leaving the loop ends the phone and its disk.
    break;
  }
});
