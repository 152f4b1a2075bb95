import { afterEach, describe, expect, it } from 'vitest';
import { checkAll } from '../../../src/domain/forms/check.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { createMadeUp, madeUpCustomer } from '../../../src/features/practice/made-up-customer.ts';
import { runPress } from '../../../src/features/practice/practice-screens.tsx';
import type { DraftsStore } from '../../../src/store/drafts/drafts.ts';
import { requestedToasts } from '../../../src/ui/overlays/toasts.ts';
import { importsOf } from '../../shape/support/imports.ts';

describe('the made-up customer', () => {
  it('is clearly fictitious, and needs only documents and signing', () => {
    const values = madeUpCustomer();
    expect(values).toMatchObject({ firstName: 'Practice', surname: 'Customer' });
    const problems = checkAll(formOf('registration'), {
      values,
      fileCounts: {},
      hasSignature: false,
      location: null,
      withoutLocation: false,
      consent: false,
    }).flatMap((section) => section.problems);
    expect(problems.map(({ at }) => at)).toEqual([
      'idDocument',
      'location',
      'consent',
      'signature',
    ]);
  });
});

describe('a press in practice', () => {
  afterEach(() => {
    while (requestedToasts.takeNext());
  });
  async function press(create: DraftsStore['create']) {
    const busy: boolean[] = [];
    let opened: unknown = null;
    await runPress(
      (isBusy) => busy.push(isBusy),
      async () => {
        opened = await createMadeUp({ create });
      },
    );
    return { busy, opened, said: requestedToasts.snapshot().map(({ message }) => message) };
  }

  it('opens the form of the made-up customer once it is saved', async () => {
    const ids: string[] = [];
    const { busy, opened, said } = await press(async (id) => {
      ids.push(id);
      return { status: 'saved', revision: 1 };
    });
    expect([opened, said, busy]).toEqual([ids[0], [], [true, false]]);
  });

  it.each([
    ['on a full phone', async () => ({ status: 'notSaved', reason: 'quota' }) as const],
    ['without its database', () => Promise.reject(new Error('closed'))],
  ])('says that nothing happened %s, and the button is not busy any more', async (_, create) => {
    expect(await press(create)).toEqual({
      busy: [true, false],
      opened: null,
      said: ['That did not work. Close other apps, free 50 MB, then try again.'],
    });
  });
});

it('practice imports no code that sends, wakes, counts or stores', () => {
  const own = ['practise-route.tsx'];
  const imported = own.flatMap((file) =>
    importsOf(`src/routes/${file}`).flatMap((each) => ('file' in each ? each.file : [])),
  );
  expect(imported).toContain('src/store/practice-store.ts');
  // `pending-work.ts` sends nothing. It waits for drafts that are not on the disk.
  const ways =
    /^src\/(api|services|sync|worker\/(?!pending-work)|features\/(analytics|settings|rescue)|store\/open-)|recent-customers|capture-parts|form-route/;
  expect(imported.filter((file) => ways.test(file))).toEqual([]);
});
