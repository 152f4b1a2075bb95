import { MissingTools } from '../../mobile/android/run.ts';

/**
 * Returns the result of `find`. If a tool is missing, prints a warning and returns null, so that a person can run the other tests. If `CI`
 * is set, throws instead, because that machine must have every tool.
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
