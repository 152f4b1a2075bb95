import type { Page } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../support/fakes/seeded-random.ts';
import { Typist } from './typist.ts';

/** A page that takes `most` keys, and shows 'Saved' until it has `saved` keys. */
function pageFor(most: number, saved = most) {
  let text = '';
  const page = {
    getByLabel: () => ({ focus: async () => undefined }),
    locator: () => ({ count: async () => (text.length <= saved ? 1 : 0) }),
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
  it('expects the text that the form showed as saved', async () => {
    const typist = new Typist(seededRandom(1));
    const { page, isUp, text } = pageFor(4);
    await typist.type(page, isUp);
    expect(typist.keys).toBe(4);
    expect(typist.loss(['another', text().slice(0, 3)])).toContain('4 saved letters');
  });

  it('finds its own text and later text', async () => {
    const typist = new Typist(seededRandom(2));
    const { page, isUp, text } = pageFor(3);
    await typist.type(page, isUp);
    expect(typist.loss([`${text()}x`])).toBeNull();
  });

  it('expects no text that the form did not show as saved', async () => {
    const typist = new Typist(seededRandom(3));
    const { page, isUp, text } = pageFor(4, 2);
    await typist.type(page, isUp);
    expect(typist.loss([text().slice(0, 2)])).toBeNull();
  });

  it('expects nothing if the form never showed ‘Saved’', async () => {
    const typist = new Typist(seededRandom(5));
    const { page, isUp } = pageFor(2, 0);
    await typist.type(page, isUp);
    expect(typist.loss([])).toBeNull();
  });

  it('forgets a form that it has checked', async () => {
    const typist = new Typist(seededRandom(4));
    const { page, isUp } = pageFor(2);
    await typist.type(page, isUp);
    expect(typist.loss([])).not.toBeNull();
    expect(typist.loss([])).toBeNull();
  });
});
