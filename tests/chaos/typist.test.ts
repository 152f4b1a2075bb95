import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/fakes/seeded-random.ts';
import { Typist } from './typist.ts';

/** A page that takes this many keys before it is gone. */
function pageFor(most: number) {
  let text = '';
  const page = {
    getByLabel: () => ({ focus: async () => undefined }),
    keyboard: {
      press: async (key: string) => {
        text += key;
      },
    },
  };
  return {
    page: page as unknown as Page,
    isUp: () => text.length < most,
    text: () => text,
  };
}

describe('the typist', () => {
  it('expects text that was typed a second before the kill, and no later text', async () => {
    const typist = new Typist(seededRandom(1));
    const { page, isUp, text } = pageFor(4);
    await typist.type(page, isUp);
    const killedAt = performance.now() + 2000;
    expect(typist.keys).toBe(4);
    expect(typist.lossAfter(killedAt, ['another', text().slice(0, 3)])).toContain('4 letters');
  });

  it('finds its own text and later text', async () => {
    const typist = new Typist(seededRandom(2));
    const { page, isUp, text } = pageFor(3);
    await typist.type(page, isUp);
    expect(typist.lossAfter(performance.now() + 2000, [`${text()}x`])).toBeNull();
  });

  it('expects nothing of the last second', async () => {
    const typist = new Typist(seededRandom(3));
    const { page, isUp } = pageFor(2);
    await typist.type(page, isUp);
    expect(typist.lossAfter(performance.now(), [])).toBeNull();
  });

  it('forgets a form that it has checked', async () => {
    const typist = new Typist(seededRandom(4));
    const { page, isUp } = pageFor(2);
    await typist.type(page, isUp);
    expect(typist.lossAfter(performance.now() + 2000, [])).not.toBeNull();
    expect(typist.lossAfter(performance.now() + 2000, [])).toBeNull();
  });
});
