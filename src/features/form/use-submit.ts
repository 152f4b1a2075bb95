import { useRef, useState } from 'react';
import type { Values } from '../../domain/forms/form.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../../store/database.ts';
import type { SubmitResult } from '../../sync/submit.ts';
import { readAround } from './around.ts';
import type { FormSession } from './form-session.ts';
import type { SubmitTrouble } from './submit-notice.tsx';

export interface SubmitPorts {
  readonly submit: (id: SubmissionId, signature: Blob | null) => Promise<SubmitResult>;
  /** The strokes as a PNG; null where nobody signed. */
  readonly signaturePng: (id: SubmissionId) => Promise<Blob | null>;
  /** `values`: what was submitted, for as long as the page may remember it. */
  readonly onSubmitted: (id: SubmissionId, values: Values) => void;
}

type SubmitState =
  | Readonly<{ status: 'idle' | 'running' | 'done' }>
  | Readonly<{ status: 'refused'; trouble: SubmitTrouble }>;

/** 'Submit': checks everything, brings it to the disk, and hands it over. A second press changes nothing. */
export function useSubmit(
  db: Database,
  session: FormSession,
  { submit, signaturePng, onSubmitted }: SubmitPorts,
) {
  const [state, setState] = useState<SubmitState>({ status: 'idle' });
  const isLocked = useRef(false);

  async function run(): Promise<SubmitState> {
    const { id } = session;
    const before = session.state();
    session.dispatch({
      type: 'checkedAll',
      around: await readAround(db, id, before.content.values),
    });
    if (session.state() !== before) return { status: 'idle' };
    // Not before: what is locked can't take the focus that the check just asked for.
    setState({ status: 'running' });
    await session.ensureDraft();
    if (session.saving().status !== 'saved') return { status: 'idle' };
    const result = await submit(id, await signaturePng(id));
    switch (result.status) {
      case 'saved':
      case 'alreadySubmitted':
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

  async function press(): Promise<void> {
    if (isLocked.current) return;
    isLocked.current = true;
    const next = await run().catch(
      (): SubmitState => ({ status: 'refused', trouble: { status: 'failed' } }),
    );
    setState(next);
    isLocked.current = next.status === 'done';
  }
  return [state, press] as const;
}
