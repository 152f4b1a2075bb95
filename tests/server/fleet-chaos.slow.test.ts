import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPostgres, type Postgres, postgresVersions } from '../support/server/postgres.ts';
import { fleetChaos, verdictChaos } from './support/fleet-chaos.ts';
import { type ServerFleet, startFleet } from './support/server-fleet.ts';

// `npm run chaos-server` runs any number of seeds.
describe.skipIf(postgresVersions.length === 0)(
  'two servers, their database and bucket, killed, frozen and failing under 200 phones',
  () => {
    let postgres: Postgres;
    let fleet: ServerFleet;
    beforeAll(async () => {
      postgres = await newPostgres();
      fleet = await startFleet(2, Promise.resolve(postgres));
    });
    afterAll(() => fleet.stop());

    it.each([1, 2])('lose, duplicate and leave behind nothing: seed %d', async (seed) => {
      const verdict = await fleetChaos(fleet, postgres, { seed, phones: 200, harms: 4 });
      expect(verdict).toEqual({
        acknowledged: 200,
        harms: 4,
        lost: [],
        doubled: [],
        orphaned: [],
      });
    });

    it('tell each phone every verdict, and none twice', async () => {
      const told = await verdictChaos(fleet, postgres, { seed: 3, phones: 200, harms: 4 });
      expect(told).toEqual({ acknowledged: 200, hasDecided: true, missed: [], doubled: [] });
    });
  },
);
