import { type Whose, whoseOf } from '../../src/store/keys/agent-access.ts';

/** A phone of one agent: everything there is theirs. */
export const ALONE: Whose = whoseOf([], null);
