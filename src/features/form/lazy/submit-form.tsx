import { useEffect } from 'react';
import { type Signer, signerOf } from '../../../domain/forms/customer.ts';
import type { Values } from '../../../domain/forms/values.ts';
import type { SubmissionId } from '../../../domain/ids.ts';
import { refusedFileOf } from '../../../domain/refusals.ts';
import { refusalOf } from '../../../domain/submission-state.ts';
import type { RefusedFile, ServerMessage } from '../../../domain/submission-types.ts';
import { formNoticesText, formReviewText } from '../../../messages/form-review.ts';
import { messageText } from '../../../messages/reasons.ts';
import { format, sentences } from '../../../messages/text.ts';
import { sha256 } from '../../../platform/sha256.ts';
import { isQuotaError } from '../../../store/db/transactions.ts';
import type { FormStore } from '../../../store/open-store.ts';
import type { SubmitResult } from '../../../sync/submit/submit.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import type { SaveState } from '../autosave.ts';
import { EMPTY_CONTEXT, readContext, type StoredContext } from '../check-context.ts';
import { unmatchedTexts } from '../field-text.ts';
import type { FormSession } from '../form-session.ts';
import type { FormState } from '../form-state.ts';
import { wordsOf } from '../shown-issues.ts';
import styles from './form-lazy.module.css';
import { scrollIntoView } from './form-notices.tsx';
import { openQuestion } from './scan-part.tsx';
import { leaveSections } from './section-history.ts';

/** `error`: the reason why 'Next' could not read the form. */
export function sayNotChecked(error: unknown): void {
  const t = formReviewText().notChecked;
  notify(isQuotaError(error) ? t.full : t.failed, { kind: 'error' });
}

/** A refused file that would be sent again unchanged. */
export type UnchangedFile = Readonly<{
  part: RefusedFile['part'];
  thing: 'photo' | 'file' | 'signature';
  /** The name that the person knows. */
  name: string | null;
  words: string;
}>;

/**
 * Returns the refused part of the form if it is unchanged, else null. `signature`: the signature as currently drawn.
 */
async function unchangedFile(
  store: FormStore,
  id: SubmissionId,
  signature: Blob | null,
): Promise<UnchangedFile | null> {
  const contents = await (await store.outbox()).store.contents(id);
  if (contents === 'unreadable' || contents?.submission.status !== 'rejected') return null;
  const { attachments, submission } = contents;
  const refused = refusedFileOf(submission);
  const message = refusalOf(submission);
  if (refused === null || message === null) return null;
  const row = attachments.find((each) => each.id === refused.attachmentId);
  if (row === undefined) return null;
  const words = wordsOf(message);
  const { part } = refused;
  if (part === 'signature') {
    const isSame = signature === null || (await sha256(signature)) === row.sha256;
    return isSame ? { part, thing: 'signature', name: null, words } : null;
  }
  const thing = row.type === 'application/pdf' ? 'file' : 'photo';
  return { part, thing, name: row.originalName, words };
}

/** The result of a Submit, without the submission itself. */
export type SubmitOutcome =
  | Exclude<SubmitResult, { status: 'saved' }>
  | Readonly<{ status: 'saved' }>;

export interface SubmitPorts {
  readonly submit: (id: SubmissionId, signature: Blob | null) => Promise<SubmitOutcome>;
  /** The signature as a PNG, with the name of the witness who signed. Null if nobody signed. */
  readonly signaturePng: (id: SubmissionId, signer: Signer) => Promise<Blob | null>;
  /**
   * Called when the history is at the form's first entry. `values`: the submitted values, which the page may remember
   * for a limited time.
   */
  readonly onSubmitted: (id: SubmissionId, values: Values) => void;
}

export type SubmitState =
  | Readonly<{ status: 'idle' | 'running' | 'done' }>
  /** The app asks the person, because a refused file would be sent again unchanged. */
  | Readonly<{ status: 'asking'; about: UnchangedFile }>
  | Readonly<{ status: 'refused'; trouble: SubmitReason }>;

/**
 * Handles one press of 'Submit'. `agreed`: the person agreed to send an unchanged file. `onRunning`: called when the
 * checks have passed.
 */
export async function submitForm(
  store: FormStore,
  session: FormSession,
  ports: SubmitPorts,
  agreed: 'unchanged' | undefined,
  onRunning: () => void,
): Promise<SubmitState> {
  const { id } = session;
  const pressed = session.state();
  const context = await readContext(store, id, pressed);
  // Not the state of the press: a stroke that was saved meanwhile, or a new location, has changed it.
  const before = session.state();
  if (before.content.section !== pressed.content.section) return { status: 'idle' };
  session.dispatch({ type: 'checkedAll', context });
  if (session.state() !== before) return { status: 'idle' };
  const question = openQuestion(before);
  if (question !== undefined) {
    session.dispatch({ type: 'edited', ...question });
    return { status: 'idle' };
  }
  // Called only now, because a disabled field cannot get the focus that the check has just requested.
  onRunning();
  return session.submitting(() => sendOff(store, session, ports, agreed));
}

async function sendOff(
  store: FormStore,
  session: FormSession,
  { submit, signaturePng, onSubmitted }: SubmitPorts,
  agreed: 'unchanged' | undefined,
): Promise<SubmitState> {
  const { id } = session;
  const { values } = session.state().content;
  // If the draft cannot be written, `saving` shows why.
  await session.ensureDraft().catch(() => undefined);
  const saving = session.saving();
  if (saving.status === 'failed') {
    const reason = saving.reason === 'quota' ? 'quota' : 'device';
    return { status: 'refused', trouble: { status: 'notSaved', reason } };
  }
  if (saving.status !== 'saved') return { status: 'idle' };
  const signature = await signaturePng(id, signerOf(values));
  const about = agreed === 'unchanged' ? null : await unchangedFile(store, id, signature);
  if (about !== null) return { status: 'asking', about };
  const result = await submit(id, signature);
  switch (result.status) {
    case 'saved':
    // Another tab submitted the form first.
    case 'alreadySubmitted':
      // The next page replaces the form in the browser's history, so that 'Back' does not lead to a submitted form.
      await leaveSections();
      onSubmitted(id, values);
      return { status: 'done' };
    case 'invalid':
      return { status: 'refused', trouble: { status: 'failed' } };
    case 'gone':
      session.end('gone');
      return { status: 'idle' };
    default:
      return { status: 'refused', trouble: result };
  }
}

/** The reason why 'Submit' failed; `failed` for an unexpected error. */
type SubmitReason =
  | Extract<SubmitResult, { status: 'unreadable' | 'notSaved' }>
  | Readonly<{ status: 'failed' }>;

export function SubmitNotice({
  saving,
  trouble,
}: {
  readonly saving: SaveState;
  readonly trouble: SubmitReason;
}) {
  const t = formReviewText();
  const draft = saving.status === 'failed' ? t.draftUnsaved : t.draftSafe;
  if (trouble.status === 'unreadable')
    return (
      <Banner kind="error" ref={scrollIntoView} title={t.unreadable}>
        <p>{sentences(t.unreadableDetail, saving.status === 'failed' ? null : t.restSafe)}</p>
        <ul className={styles['texts']}>
          {trouble.files.map(({ id, kind, originalName }) => (
            <li key={id}>{kind === 'signature' ? t.unreadableSignature : originalName}</li>
          ))}
        </ul>
      </Banner>
    );
  const { reason } = saving.status === 'failed' ? saving : { reason: null, ...trouble };
  const isFull = reason === 'quota';
  return (
    <Banner kind="error" ref={scrollIntoView} title={isFull ? t.full : t.notSaved}>
      <p>
        {draft} {isFull ? t.fullDetail : t.notSavedDetail}
      </p>
    </Banner>
  );
}

/** The part of a refused document that is not stored any more. Undefined if there is none, and until the files are read. */
export function goneFile(
  { file }: ServerMessage,
  context: StoredContext,
): RefusedFile['part'] | undefined {
  if (file === undefined || file.part === 'signature' || context === EMPTY_CONTEXT)
    return undefined;
  return context.files.some(({ id }) => id === file.attachmentId) ? undefined : file.part;
}

/** Shows the server's words about the form. Takes them back when the refused document is gone. */
export function ServerNotice({
  context,
  session: { dispatch },
  state,
  Link,
}: {
  readonly context: StoredContext;
  readonly session: Pick<FormSession, 'dispatch'>;
  readonly state: FormState;
  readonly Link: LinkComponent;
}) {
  const t = formNoticesText();
  const { serverMessage: message, values } = state.content;
  const gone = message === null ? undefined : goneFile(message, context);
  useEffect(() => {
    if (gone !== undefined) dispatch({ type: 'replaced', part: gone });
  }, [gone, dispatch]);
  if (message === null) return null;
  const { heading, description } = messageText(message);
  const texts = unmatchedTexts(state.form, values, message);
  // The refused fields or files show the server's words.
  const hasPlace = state.refused.length > 0;
  if (hasPlace && texts.length === 0) return null;
  const isSilent = description === '' && texts.length === 0;
  return (
    <Banner
      actions={<GetHelp Link={Link} />}
      kind="error"
      title={heading || (isSilent ? t.saidNothing : t.formRefused)}
    >
      <p>{description}</p>
      {texts.length > 0 ? (
        <ul className={styles['texts']}>
          {texts.map(({ key, text }) => (
            <li key={key}>{text}</li>
          ))}
        </ul>
      ) : null}
    </Banner>
  );
}

export interface AskUnchangedProps {
  readonly asked: UnchangedFile;
  readonly onSend: () => void;
  readonly onChange: (asked: UnchangedFile) => void;
  readonly onClose: () => void;
}

export function AskUnchanged({ asked, onSend, onChange, onClose }: AskUnchangedProps) {
  const { thing, name, words } = asked;
  const t = formReviewText();
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => onChange(asked)} variant="primary">
            {t.change}
          </Button>
          <Button onClick={onSend}>{t.sendAgain}</Button>
        </>
      }
      onClose={onClose}
      open={true}
      title={t.unchanged[thing]}
    >
      {name === null ? null : <p>{name}</p>}
      <p>{format(t.serverSaid, { words })}</p>
    </Dialog>
  );
}
