import { describe, expect, it } from 'vitest';
import type { FormKind } from '../../../src/domain/forms/form-kinds.ts';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { attachmentId } from '../../../src/domain/ids.ts';
import type { RefusedFile, ServerMessage } from '../../../src/domain/submission-types.ts';
import {
  type CheckContext,
  currentSection,
  type FormAction,
  type FormState,
  formReducer,
  openingState,
  shownSections,
} from '../../../src/features/form/form-state.ts';
import {
  placesIn,
  progressOf,
  refusedIn,
  shownAt,
} from '../../../src/features/form/shown-issues.ts';
import { type DraftContent, newContent } from '../../../src/store/drafts/draft-content.ts';
import { business, individual } from '../../domain/forms/builders.ts';

const context: CheckContext = {
  files: [
    {
      id: attachmentId('back'),
      originalName: 'back.jpg',
      kind: 'idDocument',
      slot: 1,
      type: 'image/jpeg',
    },
    {
      id: attachmentId('front'),
      originalName: 'front.jpg',
      kind: 'idDocument',
      slot: 0,
      type: 'image/jpeg',
    },
  ],
  fileCounts: { idDocument: 2, companyRegistrationDocument: 1 },
  hasSignature: true,
  simCardNumbersElsewhere: new Map(),
};
const opened = (
  values: Values,
  change: Partial<DraftContent> = {},
  kind: FormKind = 'registration',
): FormState => openingState(formOf(kind), { ...newContent(kind, values), ...change });

const reached = (state: FormState, ...actions: readonly FormAction[]): FormState =>
  actions.reduce(formReducer, state);

const next: FormAction = { type: 'checked', context };
const submit: FormAction = { type: 'checkedAll', context };
const typed = (name: string, value: string | boolean): FormAction => ({
  type: 'typed',
  name,
  value,
});
const moved = (section: string): FormAction => ({ type: 'moved', section });
const shown = (state: FormState, name: string) =>
  shownAt(state, currentSection(state), context, name);
const here = (state: FormState) => state.content.section;

const finished = { consent: true, withoutLocation: true } as const;
/** Only the check digit is wrong, so the form shows only a warning. */
const doubtful = '8927010000001234561';

describe('a bad photo', () => {
  const [back] = context.files;
  if (back === undefined) throw new Error('no file');
  const bad = { ...back, type: 'application/pdf', verdict: 'dark' };
  const withFiles = (...files: CheckContext['files']): CheckContext => ({ ...context, files });
  const nextWith = (...files: CheckContext['files']): FormAction => ({
    type: 'checked',
    context: withFiles(...files),
  });
  const askedAbout = (state: FormState, ...files: CheckContext['files']) =>
    shownAt(state, currentSection(state), withFiles(...files), 'idDocument').warnings.map(
      ({ fileId }) => fileId,
    );
  const documents = () => reached(opened(individual.registration), moved('documents'));

  it('is asked about once', () => {
    const asked = reached(documents(), nextWith(bad));
    expect([here(asked), askedAbout(asked, bad)]).toEqual(['documents', ['back']]);
    const passed = reached(asked, nextWith(bad));
    expect(here(passed)).toBe('sign');
    const again = reached(passed, moved('documents'), nextWith(bad));
    expect(here(again)).toBe('sign');
    const other = { ...bad, id: attachmentId('other') };
    const asksAgain = reached(again, moved('documents'), nextWith(bad, other));
    expect([here(asksAgain), askedAbout(asksAgain, bad, other)]).toEqual(['documents', ['other']]);
  });

  it('is not asked about if it is kept, taken again, good, or of a verdict that only a later version knows', () => {
    for (const file of [
      { ...bad, isKept: true } as const,
      { ...bad, isRetaken: true } as const,
      { ...bad, verdict: 'good' },
      { ...bad, verdict: 'crumpled' },
    ])
      expect(here(reached(documents(), nextWith(file))), file.verdict).toBe('sign');
  });
});

describe("'Next'", () => {
  it('shows no errors before it is pressed', () => {
    expect(shown(opened({}), 'firstName')).toEqual({ error: '', isMissing: false, warnings: [] });
  });

  it('stays at a wrong section, shows errors at the fields, and focuses the first', () => {
    const state = reached(opened({ title: 'Ms', firstName: ' ' }), next);
    expect(here(state)).toBe('customer');
    expect(shown(state, 'firstName').error).toMatch(/Enter the first name/);
    expect(shown(state, 'surname').error).not.toBe('');
    expect(shown(state, 'emailAddress').error).toBe('');
    expect(state.focus?.at).toBe('firstName');
    expect(progressOf(state, context, currentSection(state))).toBe('problem');
  });

  it('requests the focus again at each press', () => {
    const once = reached(opened({}), next);
    expect(reached(once, next).focus?.request).toBe((once.focus?.request ?? 0) + 1);
  });

  it('removes a message as soon as the field is corrected', () => {
    const state = reached(opened({}), next, typed('firstName', 'Thandi'));
    expect(shown(state, 'firstName').error).toBe('');
    expect(shown(state, 'surname').error).not.toBe('');
  });

  it('opens the next section that applies, at its heading', () => {
    const toSim = reached(opened(individual.registration), next);
    expect(here(toSim)).toBe('sim');
    expect(toSim.focus?.at).toBe('heading');
    expect(toSim.content.field).toBeNull();
    expect(here(reached(opened(business.registration), next))).toBe('business');
  });

  it('leads through the whole form to the review', () => {
    let state = opened(business.registration, finished);
    const path = [here(state)];
    for (let press = 0; press < 10; press += 1) {
      state = reached(state, next);
      path.push(here(state));
    }
    expect([...new Set(path)]).toEqual(shownSections(state).map(({ id }) => id));
    expect(here(state)).toBe('review');
  });

  it('requires files, location, consent and signature in their sections', () => {
    const bare: CheckContext = { ...context, fileCounts: {}, hasSignature: false };
    const documents = reached(opened(individual.registration, { section: 'documents' }), {
      type: 'checked',
      context: bare,
    });
    expect(documents.focus?.at).toBe('idDocument');
    const sign = reached(opened(individual.registration, { section: 'sign' }), {
      type: 'checked',
      context: bare,
    });
    expect(sign.focus?.at).toBe('location');
    const parts = ['location', 'consent', 'signature'];
    const errors = parts.map((part) => shownAt(sign, currentSection(sign), bare, part).error);
    expect(errors.every((text) => text !== '')).toBe(true);
  });
});

describe('a warning', () => {
  const atSim = () =>
    opened({ ...individual.registration, simCardNumber: doubtful }, { section: 'sim' });

  it('stops ‘Next’ once, and the second press passes it', () => {
    const warned = reached(atSim(), next);
    expect(here(warned)).toBe('sim');
    expect(shown(warned, 'simCardNumber').warnings).toHaveLength(1);
    expect(shown(warned, 'simCardNumber').error).toBe('');
    expect(warned.focus?.at).toBe('simCardNumber');
    const passed = reached(warned, next);
    expect(here(passed)).toBe('address');
    expect(passed.content.passedWarnings).toEqual([`simCardNumber:iccid-check:${doubtful}`]);
    expect(here(reached(passed, moved('sim'), next))).toBe('address');
  });

  it('disappears with ‘Use it anyway’, and the focus stays at the field', () => {
    const used = reached(atSim(), next, { type: 'usedAnyway', at: 'simCardNumber', context });
    expect(shown(used, 'simCardNumber').warnings).toEqual([]);
    expect(used.focus?.at).toBe('simCardNumber');
    expect(here(reached(used, next))).toBe('address');
  });

  it('for another value is a new warning', () => {
    const changed = reached(
      atSim(),
      next,
      next,
      moved('sim'),
      typed('simCardNumber', '8927010000001234562'),
    );
    expect(here(reached(changed, next))).toBe('sim');
  });

  it('that was shown before the person left is shown again', () => {
    const back = reached(atSim(), next, moved('customer'), moved('sim'), next);
    expect(here(back)).toBe('sim');
  });

  it('is offered once more by itself if an error was shown first', () => {
    const values = { ...individual.replacement, simCardNumber: doubtful, deviceImei: '1' };
    const stopped = reached(opened(values, { section: 'sim' }, 'replacement'), next);
    expect(shown(stopped, 'simCardNumber').warnings).toHaveLength(1);
    expect(stopped.focus?.at).toBe('deviceImei');
    const warned = reached(stopped, typed('deviceImei', ''), next);
    expect(here(warned)).toBe('sim');
    expect(warned.focus?.at).toBe('simCardNumber');
    expect(here(reached(warned, next))).toBe('documents');
  });

  it('never hides an error', () => {
    const both = reached(atSim(), next, typed('simCardNumber', '123'), next);
    expect(here(both)).toBe('sim');
    expect(shown(both, 'simCardNumber')).toMatchObject({ warnings: [] });
    expect(shown(both, 'simCardNumber').error).not.toBe('');
  });

  it('names the other submission with the same SIM card number', () => {
    const elsewhere: CheckContext = {
      ...context,
      simCardNumbersElsewhere: new Map([['8927010000001234560', 'other']]),
    };
    const state = reached(opened(individual.registration, { section: 'sim' }), {
      type: 'checked',
      context: elsewhere,
    });
    const { warnings } = shownAt(state, currentSection(state), elsewhere, 'simCardNumber');
    expect(warnings.map(({ otherId }) => otherId)).toEqual(['other']);
  });
});

describe("'Submit'", () => {
  it('does not change the state if nothing is missing', () => {
    const state = opened(business.registration, { ...finished, section: 'review' });
    expect(reached(state, submit)).toBe(state);
  });

  it('opens the first missing answer, and marks every section as checked', () => {
    const values = { ...individual.registration, suburb: '' };
    const state = reached(opened(values, { section: 'review' }), submit);
    expect(here(state)).toBe('address');
    expect(state.focus?.at).toBe('suburb');
    expect(shown(state, 'suburb').error).not.toBe('');
    const sign = shownSections(state).find(({ id }) => id === 'sign');
    expect(sign && progressOf(state, context, sign)).toBe('problem');
  });

  it('does not pass a warning that was never shown', () => {
    const values = { ...individual.registration, simCardNumber: doubtful };
    const state = reached(opened(values, { ...finished, section: 'review' }), submit);
    expect(here(state)).toBe('sim');
    const seen = reached(state, next, moved('review'));
    expect(reached(seen, submit)).toBe(seen);
  });
});

describe('moving through the form', () => {
  it('‘Back’ opens the previous section, also from one with errors, and loses nothing', () => {
    const state = reached(
      opened(individual.registration, { section: 'sim' }),
      typed('simCardNumber', 'nonsense'),
      { type: 'wentBack' },
    );
    expect(here(state)).toBe('customer');
    expect(state.content.values['simCardNumber']).toBe('nonsense');
    expect(here(reached(state, { type: 'wentBack' }))).toBe('customer');
  });

  it('keeps what was typed for a business while the customer is an individual', () => {
    const state = reached(opened(business.registration), typed('isBusinessCustomer', false));
    expect(shownSections(state).map(({ id }) => id)).not.toContain('business');
    expect(state.content.values['businessName']).toBe('Veld Traders');
    const back = reached(state, typed('isBusinessCustomer', true));
    expect(back.content.values).toEqual(business.registration);
  });

  it('stores the current field, and changes nothing else', () => {
    const state = opened({});
    const entered = reached(state, { type: 'entered', field: 'surname' });
    expect(entered.content.field).toBe('surname');
    expect(reached(entered, { type: 'entered', field: 'surname' })).toBe(entered);
    expect(reached(state, typed('firstName', 'T'), typed('firstName', 'T')).focus).toBeNull();
  });

  it('opens at the person’s last position', () => {
    const state = opened(individual.registration, { section: 'address', field: 'city' });
    expect(here(state)).toBe('address');
    expect(state.focus?.at).toBe('city');
    expect(opened({}, { section: 'review' }).focus?.at).toBe('heading');
    expect(opened({}).focus).toBeNull();
  });

  it('opens the first section if the stored one no longer applies', () => {
    expect(currentSection(opened(individual.registration, { section: 'business' })).id).toBe(
      'customer',
    );
  });

  it('marks a section as complete, but never the review', () => {
    const state = opened({ ...individual.registration, city: '' }, finished);
    const progress = Object.fromEntries(
      shownSections(state).map((section) => [section.id, progressOf(state, context, section)]),
    );
    expect(progress).toEqual({
      customer: 'complete',
      sim: 'complete',
      address: 'todo',
      documents: 'complete',
      sign: 'complete',
      review: 'todo',
    });
  });

  it('can focus everything that a section requires', () => {
    for (const kind of ['registration', 'replacement'] as const)
      for (const section of formOf(kind).sections) {
        const places = placesIn(section, {
          isBusinessCustomer: true,
          hasWorkAddress: true,
          cannotSign: true,
        });
        const { fields, files, parts } = section;
        expect(places).toHaveLength(fields.length + files.length + parts.length);
      }
  });
});

describe('the server’s message', () => {
  const message = (modelState: ServerMessage['modelState']): ServerMessage => ({
    heading: 'Not accepted',
    description: 'Please make sure you have entered all the information correctly.',
    modelState,
    httpStatus: 400,
  });
  const refused = (modelState: ServerMessage['modelState'], values = individual.registration) =>
    opened(values, { section: 'review', serverMessage: message(modelState) });

  it.each([
    'SimCardNumber',
    'simCardNumber',
    'formData.simCardNumber',
    'FormData.SimCardNumber',
    '$.formData.simCardNumber',
  ])('under %s opens the form at its field', (key) => {
    const state = refused({ [key]: ['Already in use.', 'Ask the shop.'] });
    expect(here(state)).toBe('sim');
    expect(state.focus?.at).toBe('simCardNumber');
    expect(shown(state, 'simCardNumber').error).toBe('Already in use. Ask the shop.');
    expect(progressOf(state, context, currentSection(state))).toBe('problem');
  });

  it('leads to the first of several fields, in the order of the form', () => {
    const state = refused({ City: ['Unknown.'], Surname: ['Too short.'] });
    expect(here(state)).toBe('customer');
    expect(state.focus?.at).toBe('surname');
  });

  it('about a field disappears when the field changes, and does not return', () => {
    const state = reached(
      refused({ City: ['Unknown.'], 'formData.surname': ['Too short.'] }),
      typed('surname', 'Nkosi-Dube'),
    );
    expect(shown(state, 'surname').error).toBe('');
    expect(state.content.serverMessage?.modelState).toEqual({ City: ['Unknown.'] });
    expect(shown(reached(state, typed('surname', 'Nkosi')), 'surname').error).toBe('');
  });

  it('does not stop ‘Next’, because only the server can check it', () => {
    expect(here(reached(refused({ SimCardNumber: ['Busy.'] }), next))).toBe('review');
  });

  it('leads with ‘Next’ to the next refused field, and from the last one to the review', () => {
    const first = refused({ SimCardNumber: ['Busy.'], Surname: ['Too short.'] });
    const second = reached(first, typed('surname', 'Nkosi-Dube'), next);
    expect(here(second)).toBe('sim');
    expect(second.focus?.at).toBe('simCardNumber');
    const end = reached(second, next);
    expect(here(end)).toBe('review');
    // From the review, the agent edits a section. 'Next' then leads back to the review at once.
    expect(here(reached(end, { type: 'edited', section: 'customer' }, next))).toBe('review');
  });

  it('about a field that this customer does not have opens its section, and about none the last one', () => {
    expect(here(refused({ Files: ['Too big.'] }))).toBe('review');
    const work = refused({ WorkCity: ['Required.'], Latitude: ['Required.'] });
    expect([here(work), work.focus?.at]).toEqual(['address', 'heading']);
    const businessName = refused({ BusinessName: [], Suburb: ['Unknown.'] });
    expect([here(businessName), here(reached(businessName, next))]).toEqual([
      'customer',
      'address',
    ]);
  });
});

describe('a file that the server refused', () => {
  const refusal = (part: RefusedFile['part']): Partial<DraftContent> => ({
    section: 'review',
    serverMessage: {
      heading: '',
      description: 'Please check.',
      modelState: { Files: ['Too blurred to read.'] },
      httpStatus: 400,
      file: { part, attachmentId: attachmentId('back') },
    },
  });

  it('opens the form at its documents, with the file’s name', () => {
    const state = opened(individual.registration, refusal('idDocument'));
    expect(here(state)).toBe('documents');
    expect(state.focus?.at).toBe('idDocument');
    expect(shown(state, 'idDocument').error).toBe('The server did not accept back.jpg.');
    expect(progressOf(state, context, currentSection(state))).toBe('problem');
    expect(refusedIn(state, context)?.words).toBe('Too blurred to read.');
  });

  it('is not mentioned after it was removed', () => {
    const state = opened(individual.registration, refusal('idDocument'));
    const without = { ...context, files: [] };
    expect(shownAt(state, currentSection(state), without, 'idDocument').error).toBe('');
    expect(progressOf(state, without, currentSection(state))).toBe('complete');
  });

  it('may be the signature, and opens the form there until a new signature', () => {
    const state = opened(individual.registration, refusal('signature'));
    expect(here(state)).toBe('sign');
    expect(shown(state, 'signature').error).toBe(
      'The server did not accept the signature: Too blurred to read.',
    );
    const other = reached(state, { type: 'replaced', part: 'idDocument' });
    expect(other.content.serverMessage).toEqual(state.content.serverMessage);
    const signed = reached(state, { type: 'replaced', part: 'signature' });
    expect(shown(signed, 'signature').error).toBe('');
    expect(signed.content.serverMessage).toBeNull();
  });

  it('does not hide a refused field', () => {
    const change = refusal('idDocument');
    const state = opened(individual.registration, {
      ...change,
      serverMessage: { ...change.serverMessage!, modelState: { City: ['Unknown.'] } },
    });
    expect(here(state)).toBe('address');
  });
});
