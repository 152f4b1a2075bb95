import type { UploadCall } from '../../domain/forms/document-kinds.ts';
import {
  byFormFileId,
  isUpload,
  type NewStepIds,
  newStep,
  sameId,
  sameName,
} from '../../domain/plan.ts';
import type { Found } from '../../domain/submission-events.ts';
import type { ServerDocument, Step, Submission } from '../../domain/submission-types.ts';
import type { BackendCapabilities } from '../../store/outbox-port.ts';

/** What a documents list means for the submission, and what it teaches of the backend. */
export type Reconciled = Readonly<{
  found: Found;
  capabilities: BackendCapabilities;
  isListed: boolean;
}>;

/**
 * Compares the newest list of a kind with what this submission wants there. Looked at after every
 * success: the browser repeats requests by itself, so twins also come without an error that we saw.
 *
 * - a name that is ours and wanted, k > 1 times: all but the one with the smallest id must go, and then the list is
 *   looked at once more, by sending the file again
 * - a name that is ours and no longer wanted: every copy must go
 * - a name that is not ours is left alone
 * - a document that is listed twice is one document, and the one that stays is never removed under another name
 *
 * @param step the upload that was just confirmed
 * @param answered the documents of its answer
 */
export function reconcile(
  submission: Submission,
  step: Step & Readonly<{ content: Readonly<{ call: UploadCall; fileName: string }> }>,
  answered: readonly ServerDocument[],
  capabilities: BackendCapabilities,
  newIds: NewStepIds,
): Reconciled {
  const list = distinct(answered);
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

  const asked = new Set(
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
    const unasked = surplus.filter(({ formFileId }) => !asked.has(formFileId));
    for (const { formFileId } of unasked) {
      asked.add(formFileId);
      next.push(newStep({ call: 'RemoveDocument', formFileId, fileName, of }, newIds));
    }
    if (unasked.length > 0) next.push(...looksAt(submission, step, key, newIds));
  }

  const mine = sameName(step.content.fileName);
  const isListed = list.some((document) => sameName(document.name) === mine);
  const showsOthers = list.some((document) => sameName(document.name) !== mine);
  const showsTwins = list.filter((document) => sameName(document.name) === mine).length > 1;
  const listsAll = capabilities.listsAll || showsOthers || showsTwins;
  return {
    found: {
      of,
      documents: merged(submission.documents[of] ?? [], list),
      next,
      maybeTwice: maybeTwiceAfter(submission, step, [...wanted.values()], listsAll && isListed),
    },
    capabilities: { listsNames: capabilities.listsNames || isListed, listsAll },
    isListed,
  };
}

/** A list that is joined to another table shows one document more than once. */
function distinct(list: readonly ServerDocument[]): readonly ServerDocument[] {
  const seen = new Set<string>();
  return list.filter(({ formFileId, name }) => {
    const key = `${sameId(formFileId)} ${sameName(name)}`;
    return !seen.has(key) && seen.add(key);
  });
}

/**
 * One look at a file that is wanted, and only ever one: its own surplus shows that removals take what they name. None
 * where the file itself is still to be sent: its answer shows the list.
 */
function looksAt(
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

/** A success without a list (204, or no body): nothing new is known, and of a step that was in doubt that is said. */
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
 * What is known to be on the server: the new list, and the entries of earlier ones whose names it
 * does not carry (it may hold the call's own files only). Twins are never concluded from the latter.
 */
function merged(
  known: readonly ServerDocument[],
  list: readonly ServerDocument[],
): readonly ServerDocument[] {
  const names = new Set(list.map((document) => sameName(document.name)));
  return [...known.filter((document) => !names.has(sameName(document.name))), ...list];
}

/**
 * A list that holds everything proves each name of its kind, this one's and the earlier ones'. One
 * that may hold the call's own files only proves nothing of a step that was in doubt.
 */
function maybeTwiceAfter(
  { maybeTwice }: Submission,
  step: Step & Readonly<{ content: Readonly<{ fileName: string }> }>,
  namesOfKind: readonly string[],
  proves: boolean,
): readonly string[] {
  if (proves) return maybeTwice.filter((name) => !namesOfKind.includes(name));
  const { fileName } = step.content;
  return step.doubted === true && !maybeTwice.includes(fileName)
    ? [...maybeTwice, fileName]
    : maybeTwice;
}
