import { MissingTools } from '../../mobile/android/run.ts';

/**
 * Returns the result of `find`. If `find` throws, returns null with a loud line, so that a person tests without the tool. If `CI` is
 * set, throws: that machine must have everything.
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
