import type { Page } from '@playwright/test';
import { pick } from '../support/fakes/seeded-random.ts';

/** Types a name into a new form until the browser dies. Later it compares the drafts with the text that the form showed as saved. */
export class Typist {
  readonly #random: () => number;
  /** The longest text for which the form showed 'Saved'. */
  #saved = '';
  #keys = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  get keys(): number {
    return this.#keys;
  }

  /** @param isUp returns true until the browser is killed */
  async type(page: Page, isUp: () => boolean): Promise<void> {
    this.#saved = '';
    await page.getByLabel('First name').focus();
    for (let text = ''; isUp() && text.length < 60; ) {
      const key = pick([...'abcdefghijklmnopqrstuvwxyz'], this.#random);
      await page.keyboard.press(key);
      text += key;
      this.#keys += 1;
      await new Promise((resolve) => setTimeout(resolve, 20 + this.#random() * 130));
      // Each key sets the note to 'Saving' before the next line runs, so 'Saved' is about the whole text.
      const isSaved = await page.locator('[data-save="saved"]').count();
      if (isSaved > 0) this.#saved = text;
    }
  }

  /**
   * Returns a sentence about saved text that no draft has. Returns null if nothing is lost, or nothing was saved. A second call returns
   * null.
   * @param kept the names in the remaining drafts
   */
  loss(kept: readonly string[]): string | null {
    const saved = this.#saved;
    this.#saved = '';
    if (saved === '' || kept.some((name) => name.startsWith(saved))) return null;
    return `of ${saved.length} saved letters, the drafts keep ${kept.map((name) => name.length).join(', ') || 'none'}`;
  }
}
