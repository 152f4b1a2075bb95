import { noOddities } from './oddities.ts';
import type { Run } from './simulate.ts';

/** The facts that a person needs to analyse a run that broke an invariant. */
export const describeFailure = ({ hash, seed, swarm, tail, violation }: Run): string =>
  [
    `seed ${seed} (trace ${hash})`,
    ...tail,
    `${violation?.message}`,
    `the seed's swarm: ${JSON.stringify(swarm)}`,
    `again: npm run simulate -- --seed ${seed} --seeds 1${swarm.odd === noOddities ? ' --plain' : ''}`,
  ].join('\n');
