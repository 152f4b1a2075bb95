import type { UploadCall } from '../../domain/forms/document-kinds.ts';
import { byFormFileId, type NewStepIds, newStep, sameId, sameName } from '../../domain/plan.ts';
import type { Found } from '../../domain/submission-changes.ts';
import {
  isUpload,
  type ServerDocument,
  type Step,
  type Submission,
} from '../../domain/submission-types.ts';
import type { BackendCapabilities } from '../../store/outbox/outbox-port.ts';

/** The meaning of a documents list for the submission, and the backend's capabilities that it shows. */
export type Reconciled = Readonly<{
  found: Found;
  capabilities: BackendCapabilities;
  isListed: boolean;
}>;

/**
 * Compares the newest list of a document kind with the files that this submission wants there. Done after every success: browsers
 * repeat requests by themselves, so a file can be there twice although no attempt failed.
 *
 * - A wanted file of ours is listed several times: all copies but the one with the smallest id are removed. Then the file is sent once
 * more, so that the answer lists what is left.
 * - A file of ours that is no longer wanted: every copy is removed.
 * - A file that is not ours stays.
 * - A document that is listed twice under one id is one document. The copy that stays is never removed under another name.
 *
 * @param step the upload that was just confirmed
 * @param documents the list in its answer
 * @param isPartial the list may hold more documents: it proves nothing about documents that it does not show
 */
export function reconcile(
  submission: Submission,
  step: Step & Readonly<{ content: Readonly<{ call: UploadCall; fileName: string }> }>,
  { documents, isPartial }: Readonly<{ documents: readonly ServerDocument[]; isPartial: boolean }>,
  capabilities: BackendCapabilities,
  newIds: NewStepIds,
): Reconciled {
  const list = distinct(documents);
  const of = step.content.call;
  const uploads = submission.steps
    .map((each) => each.content)
    .filter(isUpload)
    .filter((content) => content.call === of);
  const wanted = new Map(uploads.map((content) => [sameName(content.fileName), content.fileName]));
  const ours = new Map(
    (submission.sentNames?.[of] ?? []).map((name) => [sameName(name), name] as const),
  );
  for (const [key, name] of wanted) ours.set(key, name);

  const beingRemoved = new Set(
    submission.steps
      .filter((each) => each.state.status !== 'confirmed')
      .flatMap(({ content }) => (content.call === 'RemoveDocument' ? [content.formFileId] : [])),
  );
  const copiesOf = (key: string): readonly ServerDocument[] =>
    list.filter((document) => sameName(document.name) === key).sort(byFormFileId);
  const kept = new Set(
    [...wanted.keys()].flatMap((key) =>
      copiesOf(key)
        .slice(0, 1)
        .map(({ formFileId }) => sameId(formFileId)),
    ),
  );
  const next: Step[] = [];
  for (const [key, fileName] of ours) {
    const surplus = copiesOf(key).filter(({ formFileId }) => !kept.has(sameId(formFileId)));
    const toRemove = surplus.filter(({ formFileId }) => !beingRemoved.has(formFileId));
    for (const { formFileId } of toRemove) {
      beingRemoved.add(formFileId);
      next.push(newStep({ call: 'RemoveDocument', formFileId, fileName, of }, newIds));
    }
    if (toRemove.length > 0) next.push(...verificationStepFor(submission, step, key, newIds));
  }

  const mine = sameName(step.content.fileName);
  const isListed = list.some((document) => sameName(document.name) === mine);
  const showsOthers = list.some((document) => sameName(document.name) !== mine);
  const showsCopies = list.filter((document) => sameName(document.name) === mine).length > 1;
  const listsAll = capabilities.listsAll || showsOthers || showsCopies;
  return {
    found: {
      of,
      documents: merged(submission.documents[of] ?? [], list),
      next,
      maybeTwice: maybeTwiceAfter(
        submission,
        step,
        [...ours.values()],
        listsAll && isListed && !isPartial,
      ),
    },
    capabilities: { ...capabilities, listsNames: capabilities.listsNames || isListed, listsAll },
    isListed,
  };
}

/** A backend whose query joins another table may list one document more than once. */
function distinct(list: readonly ServerDocument[]): readonly ServerDocument[] {
  const seen = new Set<string>();
  return list.filter(({ formFileId, name }) => {
    const key = `${sameId(formFileId)} ${sameName(name)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The step that sends a wanted file once more after its surplus copies were removed, to see what is left. At most one for
 * each file in a plan. None where the file itself is still to be sent: that answer shows the list.
 */
function verificationStepFor(
  { steps }: Submission,
  current: Step,
  key: string,
  newIds: NewStepIds,
): readonly Step[] {
  const own = steps.filter(
    ({ content }) => isUpload(content) && sameName(content.fileName) === key,
  );
  const sent = own.find(({ id, state }) => id === current.id || state.status === 'confirmed');
  if (sent === undefined || own.some(({ isLook }) => isLook === true)) return [];
  return [{ ...newStep(sent.content, newIds), key: sent.key, isLook: true }];
}

/** A success without a list (204, or no body): nothing new is known. If the step was in doubt, its file may be there twice. */
export const withoutList = (
  submission: Submission,
  step: Step & Readonly<{ content: Readonly<{ call: UploadCall; fileName: string }> }>,
): Found => ({
  of: step.content.call,
  documents: submission.documents[step.content.call] ?? [],
  next: [],
  maybeTwice: maybeTwiceAfter(submission, step, [], false),
});

/**
 * The documents known to be on the server: the new list, and documents of earlier lists whose names are missing in it. It may have the
 * call's own files only. Only the new list decides whether a file is there twice.
 */
function merged(
  known: readonly ServerDocument[],
  list: readonly ServerDocument[],
): readonly ServerDocument[] {
  const names = new Set(list.map((document) => sameName(document.name)));
  return [...known.filter((document) => !names.has(sameName(document.name))), ...list];
}

/**
 * The files that may be on the server twice. A list that holds every document of the kind settles that for all names of the
 * kind. A list that may hold the call's own files only settles nothing for a step that was in doubt.
 */
function maybeTwiceAfter(
  { maybeTwice }: Submission,
  step: Step & Readonly<{ content: Readonly<{ fileName: string }> }>,
  namesOfKind: readonly string[],
  isComplete: boolean,
): readonly string[] {
  if (isComplete) return maybeTwice.filter((name) => !namesOfKind.includes(name));
  const { fileName } = step.content;
  return step.doubted === true && !maybeTwice.includes(fileName)
    ? [...maybeTwice, fileName]
    : maybeTwice;
}
