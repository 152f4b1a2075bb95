import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteRepository } from '../../../server/repository/repository.ts';
import type { Claim } from '../../../server/repository/repository-port.ts';
import { newRing } from '../../support/server/stored-forms.ts';

it('stores nothing of an effect whose answer cannot be stored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-once-'));
  const repository = openSqliteRepository(join(folder, 'veld.sqlite'), newRing());
  try {
    const [formId, key, deviceId, other] = [1, 2, 3, 4].map(
      (n) => `0000000${n}-0000-4000-8000-000000000000`,
    ) as [string, string, string, string];
    await repository.issueForm(formId, deviceId, 1);
    // The column takes no null, so the database refuses the row of the answer.
    const claim = { deviceId, key, formId, requestHash: null } as unknown as Claim;
    const effect = () =>
      repository.exactlyOnce(claim, 1, async (forms) => {
        await forms.bindForm({ formId, deviceId, kind: 'registration' });
        return { status: 'answered', answer: { statusCode: 200, body: '{}' } };
      });
    await expect(effect()).rejects.toThrow();
    expect(await repository.mayUse({ formId, deviceId: other, kind: 'replacement' })).toBe(true);
  } finally {
    await repository.close();
    rmSync(folder, { recursive: true });
  }
});
