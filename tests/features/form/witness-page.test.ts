import { describe, expect, it, vi } from 'vitest';
import { formOf } from '../../../src/domain/forms/form-of.ts';
import type { Values } from '../../../src/domain/forms/values.ts';
import { attachmentId, submissionId } from '../../../src/domain/ids.ts';
import { createFormSession } from '../../../src/features/form/form-session.ts';
import {
  type CheckContext,
  type FormAction,
  type FormState,
  formReducer,
  isOnWitnessPage,
  openingState,
} from '../../../src/features/form/form-state.ts';
import { clearForNewSigner } from '../../../src/features/form/lazy/part-views.tsx';
import { newContent } from '../../../src/store/drafts/draft-content.ts';
import { individual } from '../../domain/forms/builders.ts';

const context: CheckContext = {
  files: [],
  fileCounts: { idDocument: 1, companyRegistrationDocument: 0 },
  hasSignature: true,
  simCardNumbersElsewhere: new Map(),
};
const open: FormAction = { type: 'moved', section: 'sign', at: 'witnessName' };
const back: FormAction = { type: 'wentBack' };
const next: FormAction = { type: 'checked', context };
const entered: FormAction = { type: 'entered', field: 'signature' };
const typed = (name: string, value: string | boolean): FormAction => ({
  type: 'typed',
  name,
  value,
});

const opened = (values: Values = {}, field: string | null = null): FormState =>
  openingState(formOf('registration'), {
    ...newContent('registration', { ...individual.registration, ...values }),
    section: 'sign',
    field,
    consent: true,
    withoutLocation: true,
  });
const reached = (state: FormState, ...actions: readonly FormAction[]): FormState =>
  actions.reduce(formReducer, state);
const isWitnessed = ({ content }: FormState) => content.values['cannotSign'] === true;

describe("the witness's page", () => {
  it('opens and closes without an answer', () => {
    const before = opened();
    const page = reached(before, open);
    expect(isOnWitnessPage(page)).toBe(true);
    const closed = reached(page, back);
    expect(isOnWitnessPage(closed)).toBe(false);
    expect(closed.content.section).toBe('sign');
    expect(closed.focus?.at).toBe('cannotSign');
    expect(closed.content.values).toEqual(before.content.values);
  });

  it('stays open while the focus moves in it, and the focus alone never opens it', () => {
    expect(isOnWitnessPage(reached(opened(), open, entered))).toBe(true);
    expect(isOnWitnessPage(reached(opened({ cannotSign: true }), entered))).toBe(false);
  });

  it.each([typed('witnessName', 'N'), typed('signedByName', true), typed('signedByName', false)])(
    'takes $name as the answer that the customer cannot sign',
    (answer) => {
      const answered = reached(opened(), open, answer);
      expect(isWitnessed(answered)).toBe(true);
      expect(isWitnessed(reached(answered, typed('cannotSign', false)))).toBe(false);
    },
  );

  it("asks for the witness at 'Next', and stays open", () => {
    const stopped = reached(opened(), open, next);
    expect(isOnWitnessPage(stopped)).toBe(true);
    expect(isWitnessed(stopped)).toBe(true);
    expect(stopped.focus?.at).toBe('witnessName');
  });

  it("does not take the customer's signature as the mark of the witness at 'Next'", () => {
    const took = reached(
      opened(),
      open,
      typed('witnessName', 'Sipho Dube'),
      typed('signedByName', false),
      typed('cannotSign', false),
      back,
      { type: 'replaced', part: 'signature' },
      open,
      next,
    );
    expect(isWitnessed(took)).toBe(true);
    expect(took.content.section).toBe('sign');
    expect(isOnWitnessPage(took)).toBe(true);
    expect(took.focus?.at).toBe('signature');
  });

  it.each<readonly [string, FormAction]>([
    ['by the name', typed('signedByName', true)],
    ['by another witness', typed('witnessName', 'Carl Dee')],
  ])('shows a refused signature until it is replaced %s', (_, replacing) => {
    const by = { cannotSign: true, witnessName: 'Ann Bee', signedByName: false };
    const file = { part: 'signature', attachmentId: attachmentId('drawn') } as const;
    const said = { heading: '', description: '', modelState: {}, httpStatus: 400, file };
    const before = opened(by);
    const refused = { ...before, content: { ...before.content, serverMessage: said } };
    const still = reached(refused, open, typed('witnessName', 'Ann Bee '), typed('city', 'Umlazi'));
    expect(still.content.serverMessage?.file).toEqual(file);
    expect(reached(refused, open, replacing).content.serverMessage?.file).toBeUndefined();
  });

  it('leads on to the review, and Back from there to the section', () => {
    const review = reached(opened(), open, typed('witnessName', 'Nomsa Dlamini'), next);
    expect(review.content.section).toBe('review');
    expect(isOnWitnessPage(reached(review, back))).toBe(false);
  });

  it('opens by itself for a missing mark of the witness, and where the person left it', () => {
    const values = { cannotSign: true, witnessName: 'Nomsa Dlamini' };
    const unsigned: FormAction = { type: 'checked', context: { ...context, hasSignature: false } };
    expect(isOnWitnessPage(opened(values))).toBe(false);
    expect(isOnWitnessPage(reached(opened(values), unsigned))).toBe(true);
    expect(isOnWitnessPage(opened({}, 'witnessName'))).toBe(true);
  });
});

describe('a change of the signer', () => {
  const begun = () =>
    createFormSession(
      {
        id: submissionId('11111111-1111-4111-8111-111111111111'),
        kind: 'registration',
        revision: null,
        content: { ...opened({ signedByName: true, witnessName: 'Sipho Dube' }).content },
      },
      {
        store: {
          create: async () => ({ status: 'saved', revision: 1 }),
          save: async () => ({ status: 'saved', revision: 2 }),
          endOf: async () => null,
        },
        after: () => () => {},
        onCreated: () => {},
      },
    );

  it("deletes the signature, also if 'Next' goes on to the review at once", () => {
    const session = begun();
    const clear = vi.fn(async () => null);
    const stop = clearForNewSigner(session, clear);
    session.dispatch(open);
    expect(clear).not.toHaveBeenCalled();
    session.dispatch(next);
    stop();
    expect(session.state().content.section).toBe('review');
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('is taken back if the signature cannot be deleted', async () => {
    const session = begun();
    const clear = vi.fn(() => Promise.reject(new Error('full')));
    clearForNewSigner(session, clear);
    session.dispatch(open);
    session.dispatch(typed('witnessName', 'Sipho Dub'));
    expect(isWitnessed(session.state())).toBe(true);
    await vi.waitFor(() => expect(isWitnessed(session.state())).toBe(false));
    expect(session.state().content.values['witnessName']).toBe('Sipho Dub');
    expect(clear).toHaveBeenCalledTimes(1);
  });

  it('is taken back to the signer of the stored strokes after quick changes', async () => {
    const session = begun();
    const clear = vi.fn(() => Promise.reject(new Error('full')));
    clearForNewSigner(session, clear);
    session.dispatch(open);
    session.dispatch(typed('witnessName', 'Sipho Dub'));
    session.dispatch(typed('cannotSign', false));
    await vi.waitFor(() => expect(clear).toHaveBeenCalledTimes(2));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(isWitnessed(session.state())).toBe(false);
    expect(clear).toHaveBeenCalledTimes(2);
  });
});
