import { cameOf } from '../../domain/sent-step.ts';
import type { Step } from '../../domain/submission-types.ts';
import { formatBytes } from '../../messages/formats.ts';
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

/** Where a step stands, and how much of its file came. `live`: a drain is at work, so that 'in flight' can be believed. */
export function stepStateText(step: Step, live: boolean): string {
  const t = submissionText();
  const { status } = step.state;
  const state =
    status === 'inFlight' ? t.state[live ? 'underWay' : 'interrupted'] : t.state[status];
  const done = cameOf(step);
  if (done === 0) return state;
  return say(t.came, { state, done: formatBytes(done), total: formatBytes(sizeOf(step)) });
}

const sizeOf = ({ content }: Step): number => ('size' in content ? content.size : 0);

/** Bytes of the files of a submission: those that the server has, and in all. */
export function byteProgress(steps: readonly Step[]): Readonly<{ done: number; total: number }> {
  return {
    done: steps.reduce(
      (bytes, step) => bytes + (step.state.status === 'confirmed' ? sizeOf(step) : cameOf(step)),
      0,
    ),
    total: steps.reduce((bytes, step) => bytes + sizeOf(step), 0),
  };
}
