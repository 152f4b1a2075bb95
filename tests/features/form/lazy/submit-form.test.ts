import 'fake-indexeddb/auto';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { submissionId } from '../../../../src/domain/ids.ts';
import type { SaveState } from '../../../../src/features/form/autosave.ts';
import { createFormSession, type FormSession } from '../../../../src/features/form/form-session.ts';
import {
  SubmitNotice,
  type SubmitPorts,
  submitForm,
} from '../../../../src/features/form/lazy/submit-form.tsx';
import { Database } from '../../../../src/store/db/database.ts';
import { newContent } from '../../../../src/store/drafts/draft-content.ts';
import type { DraftsStore } from '../../../../src/store/drafts/drafts.ts';
import { openStore } from '../../../../src/store/open-store.ts';
import { strokesBeingSaved } from '../../../../src/worker/pending-work.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

async function openForm(disk: (drafts: DraftsStore) => DraftsStore = (drafts) => drafts) {
  const name = `submit-${crypto.randomUUID()}`;
  const store = openStore({ name });
  onTestFinished(async () => {
    store.close();
    await new Database(name).delete();
  });
  const session = createFormSession(
    { id, kind: 'registration', revision: null, content: newContent('registration') },
    { store: disk(store.drafts), after: () => () => {}, onCreated: () => {} },
  );
  await session.ensureDraft().catch(() => undefined);
  return { name, store, session };
}

/** Presses 'Submit' while a stroke is being saved. `meanwhile` runs when the stroke is saved. */
async function pressedDuringStroke(meanwhile: (session: FormSession) => void): Promise<boolean> {
  const { store, session } = await openForm();
  const stroke = Promise.withResolvers<void>();
  strokesBeingSaved.add(stroke.promise);
  let isSubmitted = false;
  const pressed = submitForm(
    store,
    // The form is not complete, so this session ignores the actions of its check.
    { ...session, dispatch: () => {} },
    {
      signaturePng: async () => null,
      async submit() {
        isSubmitted = true;
        return { status: 'invalid', problems: [] };
      },
      onSubmitted: () => {},
    },
    'unchanged',
    () => {},
  );
  meanwhile(session);
  stroke.resolve();
  await pressed;
  return isSubmitted;
}

it('Submit takes effect if it is pressed while a stroke is being saved, or a location arrives', async () => {
  const location = { latitude: -33.9, longitude: 18.4, accuracy: 10, at: 1 };
  for (const action of [
    { type: 'replaced', part: 'signature' },
    { type: 'located', location },
  ] as const)
    expect(await pressedDuringStroke(({ dispatch }) => dispatch(action))).toBe(true);
});

it('Submit has no effect if the agent leaves the section before the last stroke is saved', async () => {
  const isSubmitted = await pressedDuringStroke(({ dispatch }) =>
    dispatch({ type: 'moved', section: 'sign' }),
  );
  expect(isSubmitted).toBe(false);
});

it('Submit opens a field whose typed text differs from the scan, and sends nothing', async () => {
  const { store, session } = await openForm();
  session.dispatch({ type: 'typed', name: 'simCardNumber', value: '8927010000001234586' });
  session.dispatch({
    type: 'scanned',
    scanned: { simCardNumber: '8927010000001234560' },
    matched: [],
  });
  session.dispatch({ type: 'moved', section: 'review' });
  // The form is not complete, so this session ignores the actions of its check.
  const dispatch: FormSession['dispatch'] = (action) => {
    if (action.type === 'edited') session.dispatch(action);
  };
  const result = await submitForm(store, { ...session, dispatch }, noSubmit, 'unchanged', () => {});
  expect(result).toEqual({ status: 'idle' });
  const { content, focus, isEditing } = session.state();
  expect([content.section, focus?.at, isEditing]).toEqual(['sim', 'simCardNumber', true]);
});

type Trouble = Parameters<typeof SubmitNotice>[0]['trouble'];

const noSubmit: SubmitPorts = {
  signaturePng: async () => null,
  submit: () => Promise.reject(new Error('submitted')),
  onSubmitted: () => {},
};

it.each([
  ['new', 'create'],
  ['stored', 'save'],
] as const)('Submit of a %s form that the full phone does not save says so', async (_, method) => {
  const full = async () => ({ status: 'notSaved', reason: 'quota' }) as const;
  const { session, store } = await openForm((drafts) => ({ ...drafts, [method]: full }));
  session.dispatch({ type: 'agreed', consent: true });
  const quiet = { ...session, dispatch: () => {} };
  expect(await submitForm(store, quiet, noSubmit, undefined, () => {})).toEqual({
    status: 'refused',
    trouble: { status: 'notSaved', reason: 'quota' },
  });
  const shown = (saving: SaveState, trouble: Trouble = { status: 'notSaved', reason: 'quota' }) =>
    renderToStaticMarkup(createElement(SubmitNotice, { saving, trouble }));
  expect(shown(session.saving())).toContain('Your last change is not saved');
  expect(shown({ status: 'saved' })).toContain('Your draft is safe');
  expect(shown(session.saving(), { status: 'failed' })).toContain('Free 50 MB');
  expect(shown(session.saving(), { status: 'unreadable', files: [] })).not.toContain('safe');
  expect(shown({ status: 'saved' }, { status: 'unreadable', files: [] })).toContain('is safe');
});

it('another tab’s submit does not end the form while this page draws the signature of its own submit', async () => {
  const { name, session, store } = await openForm();
  const result = await submitForm(
    store,
    // The form is not complete, so this session ignores the actions of its check. The test is about the time after the check.
    { ...session, dispatch: () => {} },
    {
      async signaturePng() {
        const otherTab = new Database(name);
        await otherTab.submissions.update(id, { status: 'queued' });
        otherTab.close();
        await session.verify();
        expect(session.saving()).toEqual({ status: 'saved' });
        return null;
      },
      submit: async () => ({ status: 'invalid', problems: [] }),
      onSubmitted: () => {},
    },
    'unchanged',
    () => {},
  );
  expect(result.status).toBe('refused');
  await session.verify();
  expect(session.saving()).toEqual({ status: 'ended', end: 'submitted' });
});
