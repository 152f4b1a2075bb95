import type { Step, StepCall } from '../../domain/submission-types.ts';

const documentNames = {
  SaveIdDocument: 'ID document',
  SaveCompanyRegistrationDocument: 'Company registration document',
  SavePoliceDocument: 'Police document',
} as const;

const callNames: Readonly<Record<StepCall, string>> = {
  GetInfo: 'Form number',
  RegisterSim: 'Registration form',
  ReplaceSim: 'Replacement form',
  SaveSignature: 'Signature',
  ...documentNames,
  RemoveDocument: 'Document',
};

/** 'ID document 2', by its place among the steps of the same call. */
export function stepName(step: Step, steps: readonly Step[]): string {
  const { content } = step;
  if (content.call === 'RemoveDocument')
    return `Remove old ${documentNames[content.of].replace(/^[CP]/, (first) => first.toLowerCase())}`;
  if (!('attachmentId' in content) || content.call === 'SaveSignature')
    return callNames[content.call];
  const { attachmentId } = content;
  const files = steps.flatMap((one) =>
    one.content.call === content.call && one.isLook !== true ? [one.content.attachmentId] : [],
  );
  const name = `${callNames[content.call]} ${files.indexOf(attachmentId) + 1}`;
  return step.isLook === true ? `Check of ${name}` : name;
}

/** Where a step stands. `live`: a drain is at work, so that 'in flight' can be believed. */
export function stepStateWords({ state }: Step, live: boolean): string {
  switch (state.status) {
    case 'pending':
      return 'To do';
    case 'inFlight':
      return live ? 'Under way' : 'Interrupted, will be tried again';
    case 'inDoubt':
      return 'Not confirmed yet, will be tried again';
    case 'confirmed':
      return 'Done';
    case 'rejected':
      return 'Refused';
  }
}

const sizeOf = ({ content }: Step): number => ('size' in content ? content.size : 0);

/** Bytes of the files of a submission: confirmed, and in all. */
export function byteProgress(steps: readonly Step[]): Readonly<{ done: number; total: number }> {
  const sum = (some: readonly Step[]) => some.reduce((bytes, step) => bytes + sizeOf(step), 0);
  return {
    done: sum(steps.filter(({ state }) => state.status === 'confirmed')),
    total: sum(steps),
  };
}
