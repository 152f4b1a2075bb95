import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { UnchangedFile } from './unchanged-file.ts';

export interface AskUnchangedProps {
  /** null: nothing is asked. */
  readonly asked: UnchangedFile | null;
  readonly onSend: () => void;
  readonly onChange: (asked: UnchangedFile) => void;
  readonly onClose: () => void;
}

/** Before the same file goes to a server that refused it. */
export function AskUnchanged({ asked, onSend, onChange, onClose }: AskUnchangedProps) {
  if (asked === null) return null;
  const { thing, name, words } = asked;
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => onChange(asked)} variant="primary">
            Change it
          </Button>
          <Button onClick={onSend}>Send it again</Button>
        </>
      }
      onClose={onClose}
      open={true}
      title={`The server refused this ${thing}. Send it again unchanged?`}
    >
      {name === null ? null : <p>{name}</p>}
      <p>The server said: {words}</p>
    </Dialog>
  );
}
