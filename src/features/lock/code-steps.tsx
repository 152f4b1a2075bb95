import { useRef, useState } from 'react';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { PreparedCode } from '../../store/lock-port.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { codeGroups, isLastGroup } from './code-groups.ts';
import styles from './lock.module.css';
import { LockForm } from './lock-form.tsx';
import { setProblem } from './set-problem.ts';
import { useTry } from './use-try.ts';

interface CodeStepsProps {
  readonly prepared: PreparedCode;
  /** Of the button that ends it. */
  readonly endLabel: string;
  readonly onDone: () => void;
}

/** Shows the recovery code once, and goes on when its end was typed from the paper. */
function CodeSteps({ prepared, endLabel, onDone }: CodeStepsProps) {
  const t = lockSettingsText();
  const [isWritten, setIsWritten] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const trying = useTry(null);

  if (!isWritten)
    return (
      <Stack>
        <p>{t.codeDetail}</p>
        <p className={styles['code']}>
          {codeGroups(prepared.code).map((group) => (
            <span key={group}>{group}</span>
          ))}
        </p>
        <Button autoFocus block onClick={() => setIsWritten(true)} variant="primary">
          {t.codeWritten}
        </Button>
      </Stack>
    );

  function end() {
    if (!isLastGroup(prepared.code, typed)) {
      field.current?.focus();
      return trying.say(t.lastGroupWrong);
    }
    trying.run(async () => {
      const result = await prepared.finish();
      if (result.status === 'done') onDone();
      return setProblem(result);
    });
  }

  return (
    <LockForm
      onSubmit={end}
      others={
        <Button block onClick={() => setIsWritten(false)}>
          {t.codeAgain}
        </Button>
      }
      submitLabel={endLabel}
      trying={trying}
    >
      <TextField
        autoCapitalize="characters"
        autoFocus
        error={trying.problem}
        label={t.lastGroup}
        onChange={setTyped}
        ref={field}
        spellCheck={false}
        value={typed}
      />
    </LockForm>
  );
}

/** The last step of all that ends with a recovery code. */
export function CodeDialog({
  onClose,
  ...props
}: CodeStepsProps & { readonly onClose: () => void }) {
  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLaterText().cancel}</Button>}
      onClose={onClose}
      open
      title={lockSettingsText().codeTitle}
    >
      <CodeSteps {...props} />
    </Dialog>
  );
}
