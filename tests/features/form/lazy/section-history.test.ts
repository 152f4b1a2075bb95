import { beforeEach, describe, expect, it } from 'vitest';
import type { FormKind } from '../../../../src/domain/forms/form-kinds.ts';
import type { Values } from '../../../../src/domain/forms/values.ts';
import { submissionId } from '../../../../src/domain/ids.ts';
import { createFormSession, type FormSession } from '../../../../src/features/form/form-session.ts';
import type { CheckContext, FormAction } from '../../../../src/features/form/form-state.ts';
import {
  followSections,
  leaveSections,
} from '../../../../src/features/form/lazy/section-history.ts';
import { stepIn } from '../../../../src/features/form/section-entries.ts';
import { pause } from '../../../../src/platform/timers.ts';
import { type DraftContent, newContent } from '../../../../src/store/drafts/draft-content.ts';
import {
  createHistoryEntries,
  type HistoryEntries,
} from '../../../../src/ui/overlays/history-entries.ts';
import { business, individual } from '../../../domain/forms/builders.ts';
import { MemoryHistory } from '../../../support/server/memory-stores.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');
const context: CheckContext = {
  files: [],
  fileCounts: { idDocument: 1, companyRegistrationDocument: 1 },
  hasSignature: true,
  simCardNumbersElsewhere: new Map(),
};
const next: FormAction = { type: 'checked', context };
const back: FormAction = { type: 'wentBack' };
const moved = (section: string): FormAction => ({ type: 'moved', section });
const edited = (section: string): FormAction => ({ type: 'edited', section });

let tab: MemoryHistory;
let entries: HistoryEntries;

beforeEach(() => {
  tab = new MemoryHistory();
  entries = createHistoryEntries(tab);
});

const begin = (
  values: Values = individual.registration,
  change: Partial<DraftContent> = {},
  kind: FormKind = 'registration',
): FormSession =>
  createFormSession(
    { id, kind, revision: null, content: { ...newContent(kind, values), ...change } },
    {
      store: {
        create: async () => ({ status: 'saved', revision: 1 }),
        save: async (_, revision) => ({ status: 'saved', revision: revision + 1 }),
        endOf: async () => null,
      },
      after: () => () => {},
      onCreated: () => {},
    },
  );

const settled = () => pause(20);
const here = (session: FormSession) => session.state().content.section;

async function follow(session: FormSession): Promise<() => void> {
  const stop = followSections(session, entries);
  await settled();
  return stop;
}

async function reached(session: FormSession, ...actions: readonly FormAction[]): Promise<string> {
  for (const action of actions) session.dispatch(action);
  await settled();
  return here(session);
}

/** Presses the phone's Back. */
async function pressBack(): Promise<void> {
  tab.go(-1);
  await settled();
}

describe("the phone's Back in a form", () => {
  it('opens the previous section, and leaves the form from the first one', async () => {
    const session = begin();
    await follow(session);
    expect(tab.entries).toHaveLength(1);
    expect(await reached(session, next)).toBe('sim');
    expect(await reached(session, next)).toBe('address');
    await pressBack();
    expect(here(session)).toBe('sim');
    await pressBack();
    expect(here(session)).toBe('customer');
    expect(tab.index).toBe(0);
  });

  it('opens the previous section, however the person moved', async () => {
    const session = begin();
    await follow(session);
    await reached(session, moved('documents'));
    await pressBack();
    expect(here(session)).toBe('address');
    await reached(session, moved('customer'));
    expect(tab.index).toBe(0);
    await reached(session, next, next, back);
    await pressBack();
    expect(here(session)).toBe('customer');
    expect(tab.index).toBe(0);
  });

  it('works in a draft that opens at a later section, and a reload adds no entry', async () => {
    const stop = await follow(begin(individual.registration, { section: 'address' }));
    expect(tab.index).toBe(2);
    stop();
    const again = begin(individual.registration, { section: 'address', field: 'city' });
    await follow(again);
    expect(tab.index).toBe(2);
    expect(again.state().focus?.at).toBe('city');
    await pressBack();
    expect(here(again)).toBe('sim');
  });

  it('opens the entry’s section, even if the draft was not saved in time', async () => {
    const session = begin();
    const stop = await follow(session);
    await reached(session, next);
    stop();
    const again = begin();
    await follow(again);
    expect(here(again)).toBe('sim');
    expect(tab.index).toBe(1);
  });

  it('knows the section of a business', async () => {
    const session = begin(business.registration);
    await follow(session);
    await reached(session, moved('sim'));
    await pressBack();
    expect(here(session)).toBe('business');
  });

  it('does not change the entries of other screens and forms', async () => {
    tab.replaceState({ step: { form: 'another', depth: 4, edited: null }, key: 'k' });
    const session = begin();
    await follow(session);
    expect(stepIn(entries.state())).toEqual({ form: id, depth: 0, edited: null });
    expect(entries.state()['key']).toBe('k');
    tab.pushState({ somethingElse: true });
    await reached(session, { type: 'entered', field: 'surname' });
    expect(tab.index).toBe(1);
  });

  it('closes an overlay and keeps the section', async () => {
    const session = begin();
    await follow(session);
    await reached(session, next);
    let isOpen = true;
    entries.openLayer(() => {
      isOpen = false;
    });
    await settled();
    expect(tab.index).toBe(2);
    await pressBack();
    expect(isOpen).toBe(false);
    expect(here(session)).toBe('sim');
    await pressBack();
    expect(here(session)).toBe('customer');
  });

  it('skips the entry of an overlay that was closed by its button', async () => {
    const session = begin();
    await follow(session);
    const close = entries.openLayer(() => {
      throw new Error('closed by its button');
    });
    await settled();
    close();
    session.dispatch(next);
    await settled();
    expect(tab.index).toBe(1);
    await pressBack();
    expect(here(session)).toBe('customer');
    expect(tab.index).toBe(0);
  });
});

describe("'Edit' on the review", () => {
  const atReview = async (values: Values = individual.registration) => {
    const session = begin(values, { consent: true, withoutLocation: true, section: 'review' });
    await follow(session);
    return session;
  };

  it.each([
    ["the phone's Back", pressBack],
    ["'Back'", (session: FormSession) => reached(session, back)],
    ["'Next'", (session: FormSession) => reached(session, next)],
  ])('comes back by %s', async (_, press) => {
    const session = await atReview();
    const { index } = tab;
    expect(await reached(session, edited('address'))).toBe('address');
    expect(tab.index).toBe(index + 1);
    await press(session);
    expect(here(session)).toBe('review');
    expect(tab.index).toBe(index);
    await pressBack();
    expect(here(session)).toBe('sign');
  });

  it('stays at a section with errors', async () => {
    const session = await atReview();
    await reached(session, edited('address'), { type: 'typed', name: 'city', value: '' }, next);
    expect(here(session)).toBe('address');
    await pressBack();
    expect(here(session)).toBe('review');
  });

  it('returns also after ‘Submit’ opened the section', async () => {
    const session = await atReview({ ...individual.registration, city: '' });
    expect(await reached(session, { type: 'checkedAll', context })).toBe('address');
    await reached(session, { type: 'typed', name: 'city', value: 'Pinetown' }, next);
    expect(here(session)).toBe('review');
  });

  it('returns after a reload', async () => {
    const session = await atReview();
    await reached(session, edited('address'));
    const again = begin(individual.registration, { section: 'address' });
    await follow(again);
    expect(again.state().isEditing).toBe(true);
    expect(await reached(again, next)).toBe('review');
  });

  it('may change the customer to a business, and then opens its section first', async () => {
    const session = await atReview();
    await reached(session, edited('customer'), {
      type: 'typed',
      name: 'isBusinessCustomer',
      value: true,
    });
    await pressBack();
    expect(here(session)).toBe('review');
    await pressBack();
    expect(here(session)).toBe('sign');
    const others = [];
    while (tab.index > 0) {
      await pressBack();
      others.push(here(session));
    }
    expect(others).toEqual(['documents', 'address', 'sim', 'business', 'customer']);
  });
});

it('removes all entries of a submitted form except the replaced one', async () => {
  const session = begin(individual.registration, { section: 'review' });
  const stop = await follow(session);
  entries.openLayer(() => {});
  await settled();
  stop();
  await leaveSections(entries);
  expect(tab.index).toBe(0);
  expect(here(session)).toBe('review');
});

it('stays in the form if the browser has dropped entries of its sections', async () => {
  const session = begin(individual.registration, { section: 'address' });
  const stop = followSections(session, entries, () => 1);
  await settled();
  expect(tab.index).toBe(2);
  await reached(session, moved('customer'));
  expect(tab.index).toBe(1);
  await reached(session, moved('documents'));
  stop();
  const { index } = tab;
  await leaveSections(entries, () => 1);
  expect(tab.index).toBe(index - 1);
});
