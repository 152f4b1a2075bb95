import { type ReactNode, useRef, useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { agentsText, lockSettingsText } from '../../messages/lock-settings.ts';
import type { LockStore, PreparedCode } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { type LockPageProps, setProblem } from './lock-facts.ts';
import { LockForm, UnlockErrorText } from './lock-form.tsx';
import { CodeDialog } from './recovery-code.tsx';
import { ChangePin, SetLock } from './set-lock.tsx';
import { useNewPin } from './use-new-pin.tsx';
import { type UnlockError, useUnlockAttempt } from './use-unlock-attempt.ts';

export interface RenameAgentProps {
  readonly lock: LockStore;
  /** The current label; empty if there is none. */
  readonly label: string;
  readonly title: string;
  readonly submitLabel: string;
  readonly children?: ReactNode;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

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
  const trying = useUnlockAttempt(null);

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
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
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

type AddAgentProps = LockPageProps & {
  readonly ownLabel: string;
  readonly onDone: (label: string) => void;
  readonly onClose: () => void;
};

/** Adds another agent. First asks for the missing steps of the first agent: a lock with a PIN, and a name. */
export function AddAgent(props: AddAgentProps) {
  const { facts, lock, onChanged, onClose, ownLabel } = props;
  const t = agentsText();
  const { setPin, addPin, next } = lockSettingsText();
  if (!facts.hasLock)
    return (
      <First label={setPin} onClose={onClose} why={t.needsLock}>
        <SetLock
          frame={(title, step) => (
            <Dialog
              actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
              onClose={onClose}
              open
              title={title}
            >
              {step}
            </Dialog>
          )}
          lock={lock}
          onDone={onChanged}
        />
      </First>
    );
  if (facts.fingerprint === 'only')
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

/** Asks for the missing step first, then does it. */
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
          <Button onClick={onClose}>{controlsLazyText().cancel}</Button>
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

function NewAgent({ lock, facts, onDone, onClose }: AddAgentProps) {
  const t = agentsText();
  const [label, setLabel] = useState('');
  const [labelProblem, setLabelProblem] = useState('');
  const [prepared, setPrepared] = useState<PreparedCode>();
  const field = useRef<HTMLInputElement>(null);
  const { pin, check, fields } = useNewPin();
  const trying = useUnlockAttempt(null);
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

  async function ask(): Promise<UnlockError | null> {
    const result = await lock.prepareAgent(label, pin);
    switch (result.status) {
      case 'ready':
        setPrepared(result);
        return null;
      case 'unfitLabel':
        return refuseLabel(t.fault[result.fault]);
      // Another tab changed the lock after `AddAgent` checked it.
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
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
      onClose={onClose}
      open
      title={t.add}
    >
      <p>{t.handOver}</p>
      {facts.fingerprint === 'beside' ? <p>{t.fingerprintGoes}</p> : null}
      <LockForm
        onSubmit={prepare}
        others={null}
        submitLabel={lockSettingsText().next}
        trying={trying}
      >
        <UnlockErrorText problem={trying.problem} />
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
