import { useEffect, useRef } from 'react';
import { lockText } from '../../messages/lock.ts';
import type { AgentAtLock, LockStore } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import { focusUnlessChoosing } from './focus-unless-choosing.ts';
import { IconFinger } from './lock-icons.tsx';
import { TryError } from './try-error.tsx';
import { unlockProblem } from './try-problem.ts';
import { useTry } from './use-try.ts';

export interface FingerButtonProps {
  readonly lock: LockStore;
  readonly agent: AgentAtLock;
  readonly variant: 'primary' | 'secondary';
  /** Whether nothing else stands beside it. */
  readonly isAlone?: boolean;
  readonly onUnlocked: (agent: string) => void;
}

/** Opens the phone's own dialog. No wait holds it up: the phone counts for itself. */
export function FingerButton({
  lock,
  agent: { id },
  variant,
  isAlone = false,
  onUnlocked,
}: FingerButtonProps) {
  const trying = useTry(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAlone) focusUnlessChoosing(button.current);
  }, [isAlone]);

  function unlock() {
    trying.run(async () => {
      const result = await lock.unlockByFingerprint(id);
      if (result.status === 'unlocked') onUnlocked(id);
      return unlockProblem(result);
    });
  }

  return (
    <Stack>
      <TryError problem={trying.problem} />
      <Button
        block
        busy={trying.isBusy}
        icon={<IconFinger />}
        onClick={unlock}
        ref={button}
        variant={variant}
      >
        {lockText().useFinger}
      </Button>
    </Stack>
  );
}
