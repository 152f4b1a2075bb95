import type { Step } from '../../domain/submission-types.ts';
import { say } from '../../messages/say.ts';
import { submissionText } from '../../messages/submission.ts';

/** 'ID document 2', by its place among the steps of the same call. */
export function stepName(step: Step, steps: readonly Step[]): string {
  const t = submissionText();
  const { content } = step;
  if (content.call === 'RemoveDocument') return t.removal[content.of];
  if (!('attachmentId' in content)) return t.call[content.call];
  const { attachmentId, call } = content;
  if (call === 'SaveSignature') return t.call[call];
  const files = steps.flatMap((one) =>
    one.content.call === call && one.isLook !== true ? [one.content.attachmentId] : [],
  );
  return say(t[step.isLook ? 'look' : 'upload'][call], { number: files.indexOf(attachmentId) + 1 });
}

/** Where a step stands. `live`: a drain is at work, so that 'in flight' can be believed. */
export function stepStateText({ state: { status } }: Step, live: boolean): string {
  const t = submissionText().state;
  return status === 'inFlight' ? t[live ? 'underWay' : 'interrupted'] : t[status];
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
