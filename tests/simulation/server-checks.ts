import { nextStep } from '../../src/domain/submission-state.ts';
import { isFormStep, type Submission } from '../../src/domain/submission-types.ts';
import { type Backend, type Copy, isSameFile, isSameName, type StoredForm } from './backend.ts';
import type { Case, Content } from './case.ts';
import { asJpeg } from './files.ts';
import type { Swarm } from './swarm.ts';
import { Violation } from './violation.ts';

export type EndingRules = Readonly<{
  capabilities: Swarm['backend'];
  /** `formFileId`s whose removal got a 404 that did not come from the backend. */
  excusedRemovals: ReadonlySet<string>;
}>;

/** I6: when a row becomes 'Sent', the server has the complete content of the last Submit. */
export function checkSent(backend: Backend, each: Case, row: Submission): void {
  const form = formOf(backend, each, row);
  const content = contentOf(each, form, row);
  if (!form.outOfOrder && content.signature !== form.signature?.content)
    throw new Violation('I6', `submission ${each.number} is sent, and its signature is not`);
  for (const wanted of content.documents)
    if (!form.copies.some((copy) => isCopyOf(copy, wanted)))
      throw new Violation('I6', `submission ${each.number} is sent, and ${wanted.call} is not`);
}

/** Returns true if the backend already has the content of the refused step, as it was last submitted. */
export function hasRefusedStep(backend: Backend, each: Case, row: Submission): boolean {
  const form = row.formId === null ? undefined : backend.forms.get(row.formId);
  const pressed = each.pressed.at(-1);
  const step = nextStep(row);
  if (form === undefined || pressed === undefined || step?.state.status !== 'rejected')
    return false;
  // The app may not have sent the content of a press that was not acknowledged.
  if (each.acknowledged !== each.pressed.length - 1) return false;
  if (isFormStep(step.content)) return form.body?.content.includes(pressed.body) === true;
  return step.content.call === 'SaveSignature' && form.signature?.content === pressed.signature;
}

/** I2: the server has one registration and one copy of each document. If the app cannot achieve this, the history says so. */
export function checkEnd(
  backend: Backend,
  { excusedRemovals, capabilities }: EndingRules,
  each: Case,
  row: Submission,
): void {
  checkSent(backend, each, row);
  const marker = `Case ${each.number} `;
  const forms = [...backend.forms.values()].filter(({ body }) => body?.content.includes(marker));
  if (forms.length !== 1)
    throw new Violation('I2', `submission ${each.number} was registered ${forms.length} times`);

  const form = formOf(backend, each, row);
  const { documents } = contentOf(each, form, row);
  for (const copy of form.copies) {
    const isWanted = documents.some((wanted) => isSameFile(wanted.fileName, copy.fileName));
    const twins = form.copies.filter((other) => isSameFile(other.fileName, copy.fileName));
    const kept = twins.reduce((one, other) => (other.landed < one.landed ? other : one));
    if (isWanted && (twins.length === 1 || copy === kept)) continue;
    if (twins.some(({ formFileId }) => excusedRemovals.has(formFileId))) continue;
    const isKnown = Object.values(each.documents).some((list) =>
      list.some(({ formFileId }) => formFileId === copy.formFileId),
    );
    const wasShown = capabilities.lists === 'all' && copy.landed <= (each.seenUpTo[copy.of] ?? 0);
    if (isKnown && (twins.length > 1 ? capabilities.lists === 'all' : !isWanted))
      throw new Violation('I2', `${copy.of}: the device knows of a copy that is too many`);
    if (wasShown) throw new Violation('I2', `${copy.of}: a list showed a copy that is too many`);
    // The server stored a WebP and answered 500. The JPEG is another call, and no key shows that both are one file.
    if (twins.some(({ fileName }) => !isSameName(fileName, copy.fileName))) {
      // A delayed request arrived after the last list. No device can know of its copy.
      const isLate = copy.late === true && capabilities.lists === 'all';
      const isSaid = row.maybeTwice.some((name) =>
        twins.some((twin) => isSameName(twin.fileName, name)),
      );
      if (!isLate && !isSaid)
        throw new Violation('I2', `${copy.of}: a WebP may be there beside its JPEG, unsaid`);
      continue;
    }
    if (capabilities.idempotent && isWanted && !twins.some(({ late }) => late))
      throw new Violation('I2', `${copy.of}: two copies, and the server honours keys`);
    // A list that showed only one copy proved that copy. The other copy arrived after that list.
    const wasProved = capabilities.lists === 'all' && kept.landed <= (each.seenUpTo[copy.of] ?? 0);
    const wasLate = twins.some(({ late }) => late);
    if (isWanted && !wasProved && !capabilities.idempotent && !wasLate) checkHistory(row, copy);
  }
}

/** Called if the server has two copies and no list could show both. If a step in doubt made one of them, the history must say so. */
function checkHistory(row: Submission, copy: Copy): void {
  const step = row.steps.find(
    ({ content }) => 'fileName' in content && content.fileName === copy.fileName,
  );
  const isSaid = row.maybeTwice.some((name) => isSameName(name, copy.fileName));
  if (step?.doubted === true && !isSaid)
    throw new Violation('I2', `${copy.of}: may be there twice, and the history does not say so`);
}

function formOf(backend: Backend, each: Case, row: Submission): StoredForm {
  const form = row.formId === null ? undefined : backend.forms.get(row.formId);
  if (form === undefined || form.body === null)
    throw new Violation('I6', `submission ${each.number} is sent, and the server has no form`);
  return form;
}

/** Returns the delivered press: the newest press with these files. It must not be older than the last saved press. */
function contentOf(each: Case, form: StoredForm, row: Submission): Content {
  const names = row.steps
    .filter(({ isLook }) => isLook !== true)
    .flatMap(({ content }) =>
      'fileName' in content && content.call !== 'RemoveDocument' && content.call !== 'SaveSignature'
        ? [asJpeg(content.fileName)]
        : [],
    )
    .sort()
    .join();
  const body = form.body?.content ?? '';
  const index = each.pressed.findLastIndex(
    (content) =>
      content.documents
        .map(({ fileName }) => asJpeg(fileName))
        .sort()
        .join() === names &&
      (form.outOfOrder || body.includes(content.body)),
  );
  const content = each.pressed[index];
  if (content === undefined || index < each.acknowledged)
    throw new Violation('I6', `submission ${each.number} is sent, but not as it was last saved`);
  return content;
}

const isCopyOf = (copy: Copy, wanted: Content['documents'][number]): boolean =>
  copy.of === wanted.call &&
  isSameFile(copy.fileName, wanted.fileName) &&
  asJpeg(copy.content) === asJpeg(wanted.content);
