import { describe, expect, it } from 'vitest';
import { areasOf, textFiles } from './every-text.ts';

/**
 * Allowed texts. The app shows the first (in the settings) and the second (to a revoked phone) only if the build has contacts. The
 * third is the name of a list of facts.
 */
const checked = ['Help and support', 'Call support.', 'For support'];

describe('a text of the app', () => {
  // A build may have no contacts. Only the link 'Get help' and its page check that.
  it.each(textFiles)('promises no support that a build may not have: %s', async (file) => {
    const texts = [...(await areasOf(file)).values()].flat();
    const promises = texts.filter(
      (text) => !checked.includes(text) && /\bsupport\b|help ?(?:desk|line)/i.test(text),
    );
    expect(promises).toEqual([]);
  });
});
