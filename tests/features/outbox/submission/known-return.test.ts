import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { formId } from '../../../../src/domain/ids.ts';
import { sayKnown } from '../../../../src/features/outbox/submission/start-correction.tsx';
import { focusScreen } from '../../../../src/ui/frame/page.tsx';
import { requestedToasts } from '../../../../src/ui/overlays/toasts.ts';

const returned = formId('0b9f6b0e-90b5-4a2c-8f6d-0f3f3c1d2e4f');

/** A page with a screen's heading, a section's heading, and a button in the section. */
class FakePage {
  readonly body = {};
  activeElement: object = this.body;
  readonly screen = this.#element();
  readonly heading = this.#element();
  readonly main = { contains: (one: object) => one === this.heading, querySelector: () => null };
  readonly button = {
    ...this.#element(),
    closest: () => ({ querySelector: () => this.heading }),
  } as unknown as HTMLElement;

  #element() {
    const page = this;
    return {
      tabIndex: 0,
      hasAttribute: () => false,
      focus() {
        page.activeElement = this;
      },
      blur() {
        if (page.activeElement === this) page.activeElement = page.body;
      },
    };
  }

  getElementById = () => this.main;
  querySelector = () => this.screen;
}

let page: FakePage;
beforeEach(() => {
  page = new FakePage();
  page.activeElement = page.button;
  vi.stubGlobal('document', page);
});
afterEach(() => vi.unstubAllGlobals());

const last = () => requestedToasts.snapshot().at(-1)?.message;

describe('‘OK, I know’', () => {
  it('moves the focus from the button, which goes, to the heading above it, and says so', async () => {
    const dismissVerdict = vi.fn(async () => undefined);
    await sayKnown({ dismissVerdict }, returned, page.button, true);
    expect(dismissVerdict).toHaveBeenCalledWith(returned);
    expect(page.activeElement).toBe(page.heading);
    expect(page.heading.tabIndex).toBe(-1);
    expect(last()).toBe('Marked as known.');
  });

  it('moves the focus to the screen’s heading if the section goes too', async () => {
    await sayKnown({ dismissVerdict: async () => undefined }, returned, page.button, false);
    expect(page.activeElement).toBe(page.screen);
  });

  it('leaves the focus where the person has put it meanwhile', async () => {
    const elsewhere = page.heading;
    const dismissVerdict = async () => elsewhere.focus();
    await sayKnown({ dismissVerdict }, returned, page.button, false);
    expect(page.activeElement).toBe(elsewhere);
  });

  it('keeps the focus on the button if it failed', async () => {
    const dismissVerdict = () => Promise.reject(new TypeError('null'));
    await sayKnown({ dismissVerdict }, returned, page.button, true);
    expect(page.activeElement).toBe(page.button);
    expect(last()).toBe('That did not work. Nothing is lost. Try again.');
  });
});

it('a button that goes leaves its focus to the screen’s heading, and takes none from elsewhere', () => {
  focusScreen(page.button);
  expect(page.activeElement).toBe(page.screen);
  page.heading.focus();
  focusScreen(page.button);
  expect(page.activeElement).toBe(page.heading);
});
