import { beforeEach, describe, expect, it } from 'vitest';
import { submissionId } from '../../../src/domain/ids.ts';
import { createFormSession, type FormSession } from '../../../src/features/form/form-session.ts';
import { followSections } from '../../../src/features/form/lazy/section-history.ts';
import { addSectionEntries, stepIn } from '../../../src/features/form/section-entries.ts';
import { pause } from '../../../src/platform/timers.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { createHistoryEntries } from '../../../src/ui/overlays/history-entries.ts';
import { individual } from '../../domain/forms/builders.ts';
import { MemoryHistory } from '../../support/server/memory-stores.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

let tab: MemoryHistory;
let session: FormSession;

const begin = (section = 'customer'): FormSession =>
  createFormSession(
    {
      id,
      kind: 'registration',
      revision: null,
      content: { ...newContent('registration', individual.registration), section },
    },
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

beforeEach(() => {
  tab = new MemoryHistory();
  session = begin();
});

const here = () => session.state().content.section;
const goTo = (section: string) => session.dispatch({ type: 'moved', section });
const depths = () => tab.entries.map(({ state }) => stepIn(Object(state))?.depth ?? null);

async function pressBack(): Promise<void> {
  tab.go(-1);
  await pause(20);
}

describe('the phone’s Back before the history code is loaded', () => {
  it('opens the previous section, and leaves the form only from the first one', async () => {
    addSectionEntries(session, tab);
    expect(depths()).toEqual([null]);
    goTo('sim');
    goTo('documents');
    expect(depths()).toEqual([0, 1, 2, 3]);
    await pressBack();
    expect(here()).toBe('address');
    goTo('documents');
    for (const section of ['address', 'sim', 'customer']) {
      await pressBack();
      expect(here()).toBe(section);
    }
    expect(tab.index).toBe(0);
  });

  it('stays in the form also after the form’s own ‘Back’', async () => {
    addSectionEntries(session, tab);
    goTo('address');
    session.dispatch({ type: 'wentBack' });
    await pressBack();
    await pressBack();
    expect([here(), tab.index]).toEqual(['customer', 0]);
  });

  it('hands its position to that code', async () => {
    const stop = addSectionEntries(session, tab);
    goTo('address');
    stop();
    const before = depths();
    followSections(session, createHistoryEntries(tab));
    await pause(20);
    expect([here(), depths()]).toEqual(['address', before]);
    goTo('documents');
    await pause(20);
    expect(depths()).toEqual([0, 1, 2, 3]);
    await pressBack();
    expect(here()).toBe('address');
  });

  it('finds the sections of a draft that opens at a later section', () => {
    session = begin('address');
    addSectionEntries(session, tab);
    expect(depths()).toEqual([0, 1, 2]);
  });

  it('leaves an entry with another section than the draft to that code', () => {
    const step = { form: id, depth: 3, edited: null };
    tab.replaceState({ step });
    session = begin('address');
    addSectionEntries(session, tab);
    expect(depths()).toEqual([3]);
  });
});
