import { backendMutants } from './backend-mutants.ts';
import { domainMutants } from './domain-mutants.ts';
import type { Mutant } from './mutant.ts';
import { phoneMutants } from './phone-mutants.ts';
import { rescueMutants } from './rescue-mutants.ts';
import { serverMutants } from './server-mutants.ts';
import { storeMutants } from './store-mutants.ts';
import { syncMutants } from './sync-mutants.ts';

/** Mistakes with a visible consequence. A change without such a consequence does not belong here, because no test could catch it. */
export const mutants: readonly Mutant[] = [
  ...domainMutants,
  ...storeMutants,
  ...syncMutants,
  ...serverMutants,
  ...phoneMutants,
  ...rescueMutants,
  ...backendMutants,
];
