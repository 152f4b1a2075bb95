/**
 * `npm run chaos-server -- [--runs N] [--seed S] [--phones P] [--harms H]`: phones register at two servers over PostgreSQL and a
 * bucket. Meanwhile servers are killed and frozen, the database crashes and the bucket fails, at random. Ends with 1 if anything was
 * lost, is stored twice, or was left behind.
 */
import { parseArgs } from 'node:util';
import { fleetChaos } from '../server/support/fleet-chaos.ts';
import { startFleet } from '../server/support/server-fleet.ts';
import { newPostgres } from '../support/server/postgres.ts';
import { answerHelp } from './help.ts';

answerHelp(import.meta.filename);

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    phones: { type: 'string', default: '200' },
    harms: { type: 'string', default: '8' },
  },
});

const postgres = await newPostgres();
const fleet = await startFleet(2, Promise.resolve(postgres));
let failures = 0;
for (let run = 0; run < Number(values.runs); run += 1) {
  const seed = Number(values.seed) + run;
  const from = Date.now();
  const { acknowledged, harms, lost, doubled, orphaned } = await fleetChaos(fleet, postgres, {
    seed,
    phones: Number(values.phones),
    harms: Number(values.harms),
  });
  const isWell = [lost, doubled, orphaned].every((found) => found.length === 0);
  if (!isWell) failures += 1;
  console.log(
    `${isWell ? '✓' : '✗'} seed ${seed}: ${acknowledged} registrations, ${harms} harms, ${lost.length} lost, ` +
      `${doubled.length} doubled, ${orphaned.length} orphaned, ${((Date.now() - from) / 1000).toFixed(1)} s`,
  );
}
await fleet.stop();
process.exit(failures === 0 ? 0 : 1);
