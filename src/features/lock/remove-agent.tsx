import { agentsText } from '../../messages/agents.ts';
import { count } from '../../messages/count.ts';
import type { LockStore, RemoveAgentResult } from '../../store/lock-port.ts';
import { AskOwner } from './ask-owner.tsx';
import { problemAfter } from './set-problem.ts';
import type { TryProblem } from './try-problem.ts';

interface RemoveAgentProps {
  readonly lock: LockStore;
  readonly hasLetters: boolean;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function problemOf(result: RemoveAgentResult, done: () => void): TryProblem | null {
  const t = agentsText();
  if (result.status === 'undelivered')
    return { text: count(t.undelivered, result.count), until: null };
  return result.status === 'last' ? { text: t.last, until: null } : problemAfter(result, done);
}

/** The one who is unlocked leaves this phone. */
export function RemoveAgent({ lock, hasLetters, onDone, onClose }: RemoveAgentProps) {
  const t = agentsText();
  return (
    <AskOwner
      hasLetters={hasLetters}
      hasPin
      isDanger
      onClose={onClose}
      submitLabel={t.remove}
      title={t.remove}
      work={async (proof) =>
        // Whoever shares a phone has a PIN.
        typeof proof === 'string' ? problemOf(await lock.removeAgent(proof), onDone) : null
      }
    >
      <p>{t.removeDetail}</p>
    </AskOwner>
  );
}
