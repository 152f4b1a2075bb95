import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Stack } from '../../ui/page.tsx';
import type { Try } from './use-try.ts';
import { WaitNote } from './wait-note.tsx';

export interface LockFormProps {
  readonly trying: Try;
  /** Called for the button and for Enter. */
  readonly onSubmit: () => void;
  readonly submitLabel: string;
  readonly isDanger?: boolean;
  readonly children: ReactNode;
  /** Other buttons, below the first. */
  readonly others: ReactNode;
}

/** Fields with one button, which Enter presses, and beside it what is waited for. */
export function LockForm({
  trying,
  onSubmit,
  submitLabel,
  isDanger = false,
  children,
  others,
}: LockFormProps) {
  const { isBusy, until } = trying;
  return (
    <form
      autoComplete="off"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSubmit();
      }}
    >
      <Stack>
        {children}
        {until === null ? null : <WaitNote until={until} />}
        <Button
          block
          busy={isBusy}
          disabled={until !== null}
          type="submit"
          variant={isDanger ? 'danger' : 'primary'}
        >
          {submitLabel}
        </Button>
        {others}
      </Stack>
    </form>
  );
}
