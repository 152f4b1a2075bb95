import { type ReactNode, useRef, useState } from 'react';
import { agentsText } from '../../messages/agents.ts';
import { controlsLaterText } from '../../messages/controls-later.ts';
import type { LockStore } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { LockForm } from './lock-form.tsx';
import { setProblem } from './set-problem.ts';
import { useTry } from './use-try.ts';

export interface RenameAgentProps {
  readonly lock: LockStore;
  /** As it is now; empty: none. */
  readonly label: string;
  readonly title: string;
  readonly submitLabel: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** What the agent who is unlocked calls themselves. */
export function RenameAgent({
  lock,
  label,
  title,
  submitLabel,
  children,
  onDone,
  onClose,
}: RenameAgentProps) {
  const t = agentsText();
  const [typed, setTyped] = useState(label);
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(null);

  function rename() {
    field.current?.focus();
    trying.run(async () => {
      const result = await lock.setLabel(typed);
      if (result.status === 'unfitLabel') return { text: t.fault[result.fault], until: null };
      if (result.status === 'done') onDone();
      return setProblem(result);
    });
  }

  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={title}
    >
      {children}
      <LockForm onSubmit={rename} others={null} submitLabel={submitLabel} trying={trying}>
        <TextField
          autoCapitalize="words"
          error={trying.problem}
          hint={t.ownLabelHint}
          label={t.ownLabel}
          onChange={setTyped}
          ref={field}
          value={typed}
        />
      </LockForm>
    </Dialog>
  );
}
