import type { Values } from '../../domain/forms/values.ts';
import { witnessOf } from '../../domain/forms/witness.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { FormStore } from '../../store/open-store.ts';
import type { SubmitResult } from '../../sync/submit/submit.ts';
import { readContext } from './check-context.ts';
import type { FormSession } from './form-session.ts';
import { leaveSections } from './section-history.ts';
import type { SubmitReason } from './submit-notice.tsx';
import { type UnchangedFile, unchangedFile } from './unchanged-file.ts';

/** What became of a Submit; a form needs nothing of what was made of it. */
export type Handed = Exclude<SubmitResult, { status: 'saved' }> | Readonly<{ status: 'saved' }>;

export interface SubmitPorts {
  readonly submit: (id: SubmissionId, signature: Blob | null) => Promise<Handed>;
  /** The strokes as a PNG, with the name of the witness who signed; null where nobody signed. */
  readonly signaturePng: (id: SubmissionId, witness: string | null) => Promise<Blob | null>;
  /** The form is at its first entry of the browser's history. `values`: what was submitted, for as long as the page may remember it. */
  readonly onSubmitted: (id: SubmissionId, values: Values) => void;
}

export type SubmitState =
  | Readonly<{ status: 'idle' | 'running' | 'done' }>
  /** A file that the server refused would go there again as it is: the person is asked. */
  | Readonly<{ status: 'asking'; about: UnchangedFile }>
  | Readonly<{ status: 'refused'; trouble: SubmitReason }>;

/** One press of 'Submit'. `agreed`: the person was asked about what is unchanged. `onRunning`: nothing keeps it from being handed over. */
export async function handIn(
  store: FormStore,
  session: FormSession,
  { submit, signaturePng, onSubmitted }: SubmitPorts,
  agreed: 'unchanged' | undefined,
  onRunning: () => void,
): Promise<SubmitState> {
  const { id } = session;
  const before = session.state();
  session.dispatch({
    type: 'checkedAll',
    context: await readContext(store, id, before),
  });
  if (session.state() !== before) return { status: 'idle' };
  // Not before: what is locked can't take the focus that the check just asked for.
  onRunning();
  await session.ensureDraft();
  if (session.saving().status !== 'saved') return { status: 'idle' };
  const signature = await signaturePng(id, witnessOf(before.content.values));
  const about = agreed === 'unchanged' ? null : await unchangedFile(store, id, signature);
  if (about !== null) return { status: 'asking', about };
  const result = await submit(id, signature);
  switch (result.status) {
    case 'saved':
    case 'alreadySubmitted':
      // What comes next takes the place of the form in the browser's history: 'Back' does not lead to a submitted form.
      await leaveSections();
      onSubmitted(id, before.content.values);
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
