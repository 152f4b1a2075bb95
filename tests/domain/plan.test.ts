import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UploadCall } from '../../src/domain/forms/document-kinds.ts';
import { attachmentId, formId, idempotencyKey, stepId } from '../../src/domain/ids.ts';
import {
  type NewStepIds,
  NO_PREVIOUS_STEPS,
  type PreviousSteps,
  planOf,
  sameName,
  type Wanted,
  type WantedFile,
} from '../../src/domain/plan.ts';
import {
  isTextStep,
  type ServerDocument,
  type ServerMessage,
  type Step,
  type StepState,
} from '../../src/domain/submission-types.ts';

let made = 0;
const ids = (): NewStepIds => () => {
  made += 1;
  return { id: stepId(`step-${made}`), key: idempotencyKey(`key-${made}`) };
};
const file = (name: string): WantedFile => ({
  attachmentId: attachmentId(`attachment-${name}`),
  fileName: `${name}.jpg`,
  size: 10,
  sha256: `hash-${name}`,
});
const wanted = (changed: Partial<Wanted> = {}): Wanted => ({
  kind: 'registration',
  payloadSha256: 'form-1',
  signature: file('signature-1'),
  documents: [
    { ...file('id-1'), call: 'SaveIdDocument' },
    { ...file('id-2'), call: 'SaveIdDocument' },
    { ...file('company-1'), call: 'SaveCompanyRegistrationDocument' },
  ],
  ...changed,
});
const calls = (steps: readonly Step[]): string[] =>
  steps.map(({ content }) =>
    'fileName' in content ? `${content.call} ${content.fileName}` : content.call,
  );
const message: ServerMessage = { heading: '', description: '', modelState: {}, httpStatus: 400 };
const confirmed: StepState = { status: 'confirmed', at: 1 };
const rejected: StepState = { status: 'rejected', at: 1, message };

const numbered = (steps: readonly Step[], states: readonly StepState[]): PreviousSteps => ({
  formId: formId('form'),
  steps: steps.map((step, n) => ({ ...step, state: states[n] ?? { status: 'pending' } })),
  documents: listsOf(steps),
});
const listsOf = (
  steps: readonly Step[],
): Partial<Record<UploadCall, readonly ServerDocument[]>> => {
  const lists: Partial<Record<UploadCall, ServerDocument[]>> = {};
  for (const { content } of steps)
    if ('attachmentId' in content && content.call !== 'SaveSignature') {
      const list = lists[content.call] ?? [];
      list.push({ formFileId: `on-server-${content.fileName}`, name: content.fileName });
      lists[content.call] = list;
    }
  return lists;
};

describe('a first plan', () => {
  it('is in the order of the contract', () => {
    expect(calls(planOf(wanted(), NO_PREVIOUS_STEPS, ids()))).toEqual([
      'GetInfo',
      'RegisterSim',
      'SaveSignature signature-1.jpg',
      'SaveIdDocument id-1.jpg',
      'SaveIdDocument id-2.jpg',
      'SaveCompanyRegistrationDocument company-1.jpg',
    ]);
  });

  it('requests no form number if there is one', () => {
    const before = { ...NO_PREVIOUS_STEPS, formId: formId('form') };
    expect(calls(planOf(wanted({ kind: 'replacement' }), before, ids()))[0]).toBe('ReplaceSim');
  });

  it('gives every step its own id and key', () => {
    const steps = planOf(wanted(), NO_PREVIOUS_STEPS, ids());
    expect(new Set(steps.map(({ id }) => id)).size).toBe(steps.length);
    expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length);
  });

  it('distinguishes text steps from files', () => {
    const small = planOf(wanted(), NO_PREVIOUS_STEPS, ids()).filter((step) =>
      isTextStep(step.content),
    );
    expect(calls(small)).toEqual(['GetInfo', 'RegisterSim']);
  });
});

describe('the plan of a corrected submission', () => {
  const first = planOf(wanted(), { ...NO_PREVIOUS_STEPS, formId: formId('form') }, ids());
  const statusesOf = (steps: readonly Step[]) => steps.map((step) => step.state.status);

  it('keeps confirmed and unchanged steps', () => {
    const before = numbered(first, [confirmed, confirmed, rejected]);
    const plan = planOf(wanted(), before, ids());
    expect(statusesOf(plan)).toEqual(['confirmed', 'confirmed', 'pending', 'pending', 'pending']);
    expect(plan[0]).toEqual(before.steps[0]);
  });

  it('replaces a refused call, with a new key', () => {
    const before = numbered(first, [confirmed, confirmed, rejected]);
    const plan = planOf(wanted(), before, ids());
    expect(plan[2]?.content).toEqual(before.steps[2]?.content);
    expect(plan[2]?.id).not.toBe(before.steps[2]?.id);
    expect(plan[2]?.key).not.toBe(before.steps[2]?.key);
  });

  it('sends a changed form again, and no file', () => {
    const before = numbered(first, [confirmed, confirmed, confirmed, confirmed, rejected]);
    const plan = planOf(wanted({ payloadSha256: 'form-2' }), before, ids());
    expect(statusesOf(plan)).toEqual(['pending', 'confirmed', 'confirmed', 'confirmed', 'pending']);
  });

  it('removes unwanted documents from the server before any upload', () => {
    const before = numbered(first, [confirmed, confirmed, confirmed, rejected]);
    const documents = [
      { ...file('id-2'), call: 'SaveIdDocument' as const },
      { ...file('id-3'), call: 'SaveIdDocument' as const },
    ];
    const plan = planOf(wanted({ documents }), before, ids());
    expect(calls(plan)).toEqual([
      'RegisterSim',
      'RemoveDocument id-1.jpg',
      'SaveSignature signature-1.jpg',
      'SaveIdDocument id-2.jpg',
      'SaveIdDocument id-3.jpg',
    ]);
  });

  it('keeps each unsent removal once', () => {
    const before = numbered(first, [confirmed, confirmed, confirmed, rejected]);
    const documents = [{ ...file('id-3'), call: 'SaveIdDocument' as const }];
    const second = planOf(wanted({ documents }), before, ids());
    const states = second.map((step) =>
      step.content.call === 'RegisterSim' ? confirmed : step.state,
    );
    const again = planOf(
      wanted({ documents }),
      { ...numbered(second, states), documents: before.documents },
      ids(),
    );
    expect(calls(again)).toEqual(calls(second));
  });

  it('never repeats a confirmed step, lacks a wanted file, or keeps an unwanted one', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 6 });
    const documentsOf = (list: readonly string[]) =>
      list.map((name) => ({ ...file(name), call: 'SaveIdDocument' as const }));
    fc.assert(
      fc.property(
        names,
        names,
        fc.nat(8),
        fc.boolean(),
        fc.boolean(),
        (one, other, done, formChanges, signatureChanges) => {
          const before = numbered(
            planOf(
              wanted({ documents: documentsOf(one) }),
              { ...NO_PREVIOUS_STEPS, formId: formId('form') },
              ids(),
            ),
            [...Array(Math.min(done, one.length + 1)).fill(confirmed), rejected],
          );
          const plan = planOf(
            wanted({
              payloadSha256: formChanges ? 'form-2' : 'form-1',
              signature: file(signatureChanges ? 'signature-2' : 'signature-1'),
              documents: documentsOf(other),
            }),
            before,
            ids(),
          );
          const doneBefore = new Set(
            before.steps.filter((s) => s.state.status === 'confirmed').map((s) => s.id),
          );
          for (const step of plan)
            expect(step.state.status === 'confirmed').toBe(doneBefore.has(step.id));
          const uploads = plan.filter((step) => step.content.call === 'SaveIdDocument');
          expect(calls(uploads)).toEqual(other.map((name) => `SaveIdDocument ${name}.jpg`));
          const removed = calls(plan.filter((step) => step.content.call === 'RemoveDocument'));
          const sent = before.steps.filter(
            (s) => s.content.call === 'SaveIdDocument' && s.state.status !== 'pending',
          );
          const unwanted = sent
            .map((s) => ('fileName' in s.content ? s.content.fileName : ''))
            .filter((name) => !other.map((each) => `${each}.jpg`).includes(name));
          expect(removed).toEqual(unwanted.map((name) => `RemoveDocument ${name}`));
          const order = ['RegisterSim', 'RemoveDocument', 'SaveSignature', 'SaveIdDocument'];
          const places = plan.map((step) => order.indexOf(step.content.call));
          expect(places).toEqual(places.toSorted((x, y) => x - y));
        },
      ),
    );
  });
});

describe('a file’s name', () => {
  it('is equal in any case and Unicode form', () => {
    expect(sameName('ID-Document-1A.JPG')).toBe(sameName('id-document-1a.jpg'));
    expect(sameName('caf\u00e9.jpg')).toBe(sameName('cafe\u0301.jpg'));
  });
});
