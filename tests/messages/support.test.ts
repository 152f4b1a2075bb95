import { describe, expect, it } from 'vitest';
import { areasOf, textFiles } from './every-text.ts';

/** Only a build with contacts shows the settings' row, and the sentence to a revoked phone. The last is the name of a list of facts. */
const checked = ['Help and support', 'Call support.', 'For support'];

describe('a text of the app', () => {
  // A build need not say how anybody is reached: the link 'Get help' and its page alone know whether it does.
  it.each(textFiles)('promises no support that a build may not have: %s', async (file) => {
    const texts = [...(await areasOf(file)).values()].flat();
    const promises = texts.filter(
      (text) => !checked.includes(text) && /\bsupport\b|help ?(?:desk|line)/i.test(text),
    );
    expect(promises).toEqual([]);
  });
});
