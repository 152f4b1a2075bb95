import { useState } from 'react';
import type { LockStore } from '../../store/lock-port.ts';
import { Recovery } from './recovery.tsx';
import { StartAgain } from './start-again.tsx';

export interface ForgottenProps {
  readonly lock: LockStore;
  readonly agent: string;
  readonly onUnlocked: (agent: string) => void;
  readonly onStartedAgain: () => void;
  readonly onBack: () => void;
}

/** The PIN is forgotten: in with the recovery code, or from the beginning. */
export function Forgotten({ lock, agent, onUnlocked, onStartedAgain, onBack }: ForgottenProps) {
  const [hasNoCode, setHasNoCode] = useState(false);
  return hasNoCode ? (
    <StartAgain agent={agent} lock={lock} onBack={onBack} onDone={onStartedAgain} />
  ) : (
    <Recovery
      agent={agent}
      lock={lock}
      onBack={onBack}
      onStartAgain={() => setHasNoCode(true)}
      onUnlocked={onUnlocked}
    />
  );
}
