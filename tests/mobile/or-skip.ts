import { MissingTools } from '../../mobile/android/run.ts';

/**
 * What `find` finds. Where it can't be had: null and a loud line for a person, who then tests without it; an error
 * where `CI` is set, which is to have everything.
 */
export function orSkip<T>(what: string, find: () => T): T | null {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof MissingTools) || process.env['CI'] !== undefined) throw error;
    console.warn(`\nNOT RUN: ${what}. ${error.message}\n`);
    return null;
  }
}
