import { useRef, useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { lockSettingsText } from '../../messages/lock-settings.ts';
import type { PreparedCode } from '../../store/lock/lock-contract.ts';
import { Button } from '../../ui/content/button.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/frame/page.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './lock.module.css';
import { setProblem } from './lock-facts.ts';
import { LockForm } from './lock-form.tsx';
import { useUnlockAttempt } from './use-unlock-attempt.ts';

/**
 * Normalises a code that a person typed: lower case, gaps, and letters that are not in the code but look like digits.
 */
const plain = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const codeGroups = (code: string): readonly string[] => code.split('-');

/** True if `typed` is the code's last group, which shows that the person wrote the code down. */
export const isLastGroup = (code: string, typed: string): boolean =>
  plain(typed) === plain(codeGroups(code).at(-1) ?? '');

interface CodeStepsProps {
  readonly prepared: PreparedCode;
  /** The label of the last button. */
  readonly endLabel: string;
  readonly onDone: () => void;
}

/** Shows the recovery code once. Continues when the person has typed its last group from the paper. */
export function CodeSteps({ prepared, endLabel, onDone }: CodeStepsProps) {
  const t = lockSettingsText();
  const [isWritten, setIsWritten] = useState(false);
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const trying = useUnlockAttempt(null);

  if (!isWritten)
    return (
      <Stack>
        <p>{t.codeDetail}</p>
        <p className={styles['code']} data-no-reload="">
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
        data-no-reload=""
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

/** The last step of every dialog that creates a recovery code. */
export function CodeDialog({
  onClose,
  ...props
}: CodeStepsProps & { readonly onClose: () => void }) {
  return (
    <Dialog
      actions={<Button onClick={onClose}>{controlsLazyText().cancel}</Button>}
      onClose={onClose}
      open
      title={lockSettingsText().codeTitle}
    >
      <CodeSteps {...props} />
    </Dialog>
  );
}
