import 'fake-indexeddb/auto';
import { expect, it, onTestFinished } from 'vitest';
import { submissionId } from '../../../../src/domain/ids.ts';
import { createFormSession } from '../../../../src/features/form/form-session.ts';
import { submitForm } from '../../../../src/features/form/lazy/submit-form.tsx';
import { Database } from '../../../../src/store/db/database.ts';
import { newContent } from '../../../../src/store/drafts/draft-content.ts';
import { openStore } from '../../../../src/store/open-store.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

it('another tab’s submit does not end the form while this page draws the signature of its own submit', async () => {
  const name = `submit-${crypto.randomUUID()}`;
  const store = openStore({ name });
  onTestFinished(async () => {
    store.close();
    await new Database(name).delete();
  });
  const session = createFormSession(
    { id, kind: 'registration', revision: null, content: newContent('registration') },
    { store: store.drafts, after: () => () => {}, onCreated: () => {} },
  );
  await session.ensureDraft();
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
