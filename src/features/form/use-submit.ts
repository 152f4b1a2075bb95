import { useRef, useState } from 'react';
import type { FormStore } from '../../store/open-store.ts';
import type { FormSession } from './form-session.ts';
import type { SubmitPorts, SubmitState } from './hand-in.ts';
import { loadLaterParts } from './later.tsx';

/** 'Submit': checks everything, brings it to the disk, and hands it over. A second press changes nothing. */
export function useSubmit(store: FormStore, session: FormSession, ports: SubmitPorts) {
  const [state, setState] = useState<SubmitState>({ status: 'idle' });
  const isLocked = useRef(false);

  /** `agreed`: the person was asked about what is unchanged. */
  async function press(agreed?: 'unchanged'): Promise<void> {
    if (isLocked.current) return;
    isLocked.current = true;
    const next = await loadLaterParts()
      .then(({ handIn }) =>
        handIn(store, session, ports, agreed, () => setState({ status: 'running' })),
      )
      .catch((): SubmitState => ({ status: 'refused', trouble: { status: 'failed' } }));
    setState(next);
    isLocked.current = next.status === 'done';
  }
  return { state, press, callOff: () => setState({ status: 'idle' }) };
}
