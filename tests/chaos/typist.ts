import { performance } from 'node:perf_hooks';
import type { Page } from '@playwright/test';
import { pick } from '../support/fakes/seeded-random.ts';

/** A key press is on the disk this soon, where two pages, a worker and a backend share two processors; ms. */
const durableWithin = 1000;

/** Somebody who types a name into a new form until the browser dies, and looks afterwards what is left of it. */
export class Typist {
  readonly #random: () => number;
  /** The name that is being typed, as it stood after each key, and when. */
  #typed: readonly Readonly<{ text: string; at: number }>[] = [];
  #keys = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get keys(): number {
    return this.#keys;
  }

  /** @param isUp the browser was not killed yet */
  async type(page: Page, isUp: () => boolean): Promise<void> {
    this.#typed = [];
    await page.getByLabel('First name').focus();
    for (let text = ''; isUp() && text.length < 60; ) {
      const key = pick([...'abcdefghijklmnopqrstuvwxyz'], this.#random);
      await page.keyboard.press(key);
      text += key;
      this.#typed = [...this.#typed, { text, at: performance.now() }];
      this.#keys += 1;
      await new Promise((resolve) => setTimeout(resolve, 20 + this.#random() * 130));
    }
  }

  /**
   * Returns the text typed before the kill that is lost. Returns null if nothing is lost, or nobody typed. A second call returns null.
   * @param kept the names in the remaining drafts
   */
  lossAfter(killedAt: number, kept: readonly string[]): string | null {
    const durable = this.#typed.findLast(({ at }) => at <= killedAt - durableWithin)?.text ?? '';
    this.#typed = [];
    if (durable === '' || kept.some((name) => name.startsWith(durable))) return null;
    return `of ${durable.length} letters typed, the drafts keep ${kept.map((name) => name.length).join(', ') || 'none'}`;
  }
}
