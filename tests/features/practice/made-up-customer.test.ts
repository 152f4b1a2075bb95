import { describe, expect, it } from 'vitest';
import { checkAll } from '../../../src/domain/forms/check.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import { madeUpCustomer } from '../../../src/features/practice/made-up-customer.ts';
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
