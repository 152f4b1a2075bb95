import { describe, it } from 'vitest';
import { portChecks } from '../../support/conformance/ports.ts';
import { SyncWorld } from '../../support/world/sync-world.ts';

describe('the fakes', () => {
  for (const [name, check] of Object.entries(portChecks))
    it(name, () => {
      const world = new SyncWorld();
      return world.clock.run(check(world.ports()));
    });
});
