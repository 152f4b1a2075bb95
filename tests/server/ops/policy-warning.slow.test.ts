import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { settingsFrom } from '../../../server/ops/operator-settings.ts';
import { policyWarning } from '../../../server/ops/serve.ts';
import { DECIDES_MARK } from '../../../server/repository/repository-port.ts';
import { newMemoryState, openMemoryRepository } from '../../support/server/memory-repository.ts';
import { freePort, startServer } from '../support/process.ts';

const WARNING =
  'Warning: phones are not told of the policy (VELD_POLICY_…) yet: set VELD_ANNOUNCE=yes.\n';

it.each([
  ['warns', {}, true],
  ['does not warn', { VELD_ANNOUNCE: 'yes' }, false],
] as const)('a start with a policy %s with %j', async (_name, env, isWarned) => {
  const folder = mkdtempSync(join(tmpdir(), 'veld-policy-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const settings = { VELD_POLICY_MAX_UNSENT: '60', ...env };
  const server = await startServer(join(folder, 'data'), await freePort(), settings);
  await server.stop();
  expect(server.output().includes(WARNING)).toBe(isWarned);
});

it('the operator is warned of a policy that no phone hears of, and of no other', async () => {
  const repository = openMemoryRepository(newMemoryState());
  const words = (env: Record<string, string>) => policyWarning(settingsFrom(env, '.'), repository);
  const policy = { VELD_POLICY_MINIMUM_VERSION: '0.1.0' };
  expect(await words({})).toBeNull();
  expect(await words(policy)).toBe(WARNING);
  await repository.setMark(DECIDES_MARK, 'yes');
  expect(await words(policy)).toBeNull();
  expect(await words({ ...policy, VELD_ANNOUNCE: 'no' })).toBe(WARNING);
});
