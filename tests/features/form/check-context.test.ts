import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { submissionId } from '../../../src/domain/ids.ts';
import { readContext } from '../../../src/features/form/check-context.ts';
import { openingState } from '../../../src/features/form/form-state.ts';
import { pause } from '../../../src/platform/timers.ts';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { openStore } from '../../../src/store/open-store.ts';
import { strokesBeingSaved } from '../../../src/worker/pending-work.ts';

const id = submissionId('11111111-1111-4111-8111-111111111111');

it('a check directly after a stroke sees the stroke', async () => {
  const store = openStore({ name: 'check-context' });
  const content = newContent('registration');
  await store.drafts.create(id, 'registration', content);
  const stroke = [20, 80, 140].map((x) => ({ x, y: x / 2, time: x }));
  const add = async () =>
    void (await (await store.strokes()).add(id, stroke, { width: 300, height: 150 }));
  // On a slow disk the write begins only after the press of the button.
  strokesBeingSaved.add(pause(30).then(add));
  const { hasSignature } = await readContext(
    store,
    id,
    openingState(formOf('registration'), content),
  );
  expect(hasSignature).toBe(true);
  store.close();
});
