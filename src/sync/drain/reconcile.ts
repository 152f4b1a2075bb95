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

/** The result of comparing a documents list. `capabilities`: the backend's, as the list shows them. */
export type Reconciled = Readonly<{
  found: Found;
  capabilities: BackendCapabilities;
  isListed: boolean;
}>;

/**
 * Compares the newest list of a document kind with the files that the server should have. The drain does this after every successful
 * upload: a browser may repeat a request by itself, so the server may have a file twice although no attempt failed.
 *
 * - If a wanted file of ours is listed several times, only the copy with the smallest id stays. Then the file is sent again, so that the
 *   answer lists the remaining files.
 * - If a file of ours is no longer wanted, every copy is removed.
 * - A file that is not ours stays.
 * - A document that is listed twice with one id is one document. The copy that stays is not removed, even if it has another name too.
 *
 * @param step the upload that was just confirmed
 * @param documents the list in the answer
 * @param isPartial true if the server may have more documents: then the list proves nothing about documents that it does not contain
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

/** Removes repeated entries: a backend whose query joins another table may list one document several times. */
function distinct(list: readonly ServerDocument[]): readonly ServerDocument[] {
  const seen = new Set<string>();
  return list.filter(({ formFileId, name }) => {
    const key = `${sameId(formFileId)} ${sameName(name)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * The step that sends a wanted file again after its surplus copies were removed, so that the answer lists the remaining files. Each file
 * has at most one such step in a plan. Empty if the file itself is not sent yet: the answer to that upload has the list.
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

/**
 * The result of an answer without a list (204, or no body). If an earlier attempt got no answer,
 * the server may have the file twice.
 */
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
 * The documents that are known to be on the server: those of the new list, and those of earlier lists whose names the new list does not
 * contain. The new list may contain only the call's own files.
 */
function merged(
  known: readonly ServerDocument[],
  list: readonly ServerDocument[],
): readonly ServerDocument[] {
  const names = new Set(list.map((document) => sameName(document.name)));
  return [...known.filter((document) => !names.has(sameName(document.name))), ...list];
}

/**
 * The files that the server may have twice. A complete list answers this for all files of its kind.
 * After an incomplete list, a file may be there twice if an earlier attempt got no answer.
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
