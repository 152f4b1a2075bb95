import { formKindBy } from '../../domain/forms/form-kinds.ts';
import { sentFileBy } from '../../domain/forms/sent-files.ts';
import { isUpload } from '../../domain/plan.ts';
import type { Step, StepContent } from '../../domain/submission-types.ts';

const sentenceCase = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1);

/** What a step sends, but for its number among those of the same call. */
function callName(content: Exclude<StepContent, { call: 'RemoveDocument' }>): string {
  if (content.call === 'GetInfo') return 'Form number';
  if ('attachmentId' in content) return sentenceCase(sentFileBy(content.call).noun);
  return formKindBy(content.call).stepName;
}

/** 'ID document 2', by its place among the steps of the same call. */
export function stepName(step: Step, steps: readonly Step[]): string {
  const { content } = step;
  if (content.call === 'RemoveDocument') return `Remove old ${sentFileBy(content.of).noun}`;
  if (!isUpload(content)) return callName(content);
  const { attachmentId } = content;
  const files = steps.flatMap((one) =>
    one.content.call === content.call && one.isLook !== true ? [one.content.attachmentId] : [],
  );
  const name = `${callName(content)} ${files.indexOf(attachmentId) + 1}`;
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
