import { type ReactNode, useRef, useState } from 'react';
import { agentsText } from '../../messages/agents.ts';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { PreparedCode } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ChangePin } from './change-lock.tsx';
import { CodeDialog } from './code-steps.tsx';
import type { LockCardProps } from './lock-facts.ts';
import { LockForm } from './lock-form.tsx';
import { RenameAgent } from './rename-agent.tsx';
import { SetLock } from './set-lock.tsx';
import { setProblem } from './set-problem.ts';
import { TryError } from './try-error.tsx';
import type { TryProblem } from './try-problem.ts';
import { useNewPin } from './use-new-pin.tsx';
import { useTry } from './use-try.ts';

type AddAgentProps = LockCardProps & {
  readonly ownLabel: string;
  readonly onDone: (label: string) => void;
  readonly onClose: () => void;
};

/** Another agent: after what the first one needs for it, a lock with a PIN and a name. */
export function AddAgent(props: AddAgentProps) {
  const { facts, lock, onChanged, onClose, ownLabel } = props;
  const t = agentsText();
  const { setPin, addPin, next } = lockSettingsText();
  if (!facts.hasLock)
    return (
      <First label={setPin} onClose={onClose} why={t.needsLock}>
        <SetLock lock={lock} onClose={onClose} onDone={onChanged} />
      </First>
    );
  if (facts.finger === 'only')
    return (
      <First label={addPin} onClose={onClose} why={t.needsPin}>
        <ChangePin hasLetters hasPin={false} lock={lock} onClose={onClose} onDone={onChanged} />
      </First>
    );
  if (ownLabel === '')
    return (
      <RenameAgent
        label=""
        lock={lock}
        onClose={onClose}
        onDone={onChanged}
        submitLabel={next}
        title={t.add}
      />
    );
  return <NewAgent {...props} />;
}

/** What is needed first, and then does that. */
function First({
  why,
  label,
  onClose,
  children,
}: {
  readonly why: string;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const [isBegun, setIsBegun] = useState(false);
  if (isBegun) return children;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => setIsBegun(true)} variant="primary">
            {label}
          </Button>
          <Button onClick={onClose}>{controlsLaterText().cancel}</Button>
        </>
      }
      onClose={onClose}
      open
      title={agentsText().add}
    >
      <p>{why}</p>
    </Dialog>
  );
}

/** The other agent's own: name, PIN and code. */
function NewAgent({ lock, facts, onDone, onClose }: AddAgentProps) {
  const t = agentsText();
  const [label, setLabel] = useState('');
  const [labelProblem, setLabelProblem] = useState('');
  const [prepared, setPrepared] = useState<PreparedCode>();
  const field = useRef<HTMLInputElement>(null);
  const { pin, check, fields } = useNewPin();
  const trying = useTry(null);
  if (prepared !== undefined)
    return (
      <CodeDialog
        endLabel={t.addEnd}
        onClose={onClose}
        onDone={() => onDone(label.trim())}
        prepared={prepared}
      />
    );

  function refuseLabel(problem: string): null {
    setLabelProblem(problem);
    field.current?.focus();
    return null;
  }

  function prepare() {
    setLabelProblem('');
    if (label.trim() === '') refuseLabel(t.fault.empty);
    else if (check()) trying.run(ask);
  }

  async function ask(): Promise<TryProblem | null> {
    const result = await lock.prepareAgent(label, pin);
    switch (result.status) {
      case 'ready':
        setPrepared(result);
        return null;
      case 'unfitLabel':
        return refuseLabel(t.fault[result.fault]);
      // Another tab changed meanwhile what was looked at before.
      case 'needsLock':
      case 'needsPin':
      case 'needsLabel':
        return setProblem({ status: 'changed' });
      default:
        return setProblem(result);
    }
  }

  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.add}
    >
      <p>{t.handOver}</p>
      {facts.finger === 'beside' ? <p>{t.fingerGoes}</p> : null}
      <LockForm
        onSubmit={prepare}
        others={null}
        submitLabel={lockSettingsText().next}
        trying={trying}
      >
        <TryError problem={trying.problem} />
        <TextField
          autoCapitalize="words"
          autoFocus
          error={labelProblem}
          label={t.newLabel}
          onChange={setLabel}
          ref={field}
          value={label}
        />
        {fields}
      </LockForm>
    </Dialog>
  );
}
