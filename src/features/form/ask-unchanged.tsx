import { formLaterText } from '../../messages/form-later.ts';
import { say } from '../../messages/say.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { UnchangedFile } from './unchanged-file.ts';

export interface AskUnchangedProps {
  readonly asked: UnchangedFile;
  readonly onSend: () => void;
  readonly onChange: (asked: UnchangedFile) => void;
  readonly onClose: () => void;
}

/** Before the same file goes to a server that refused it. */
export function AskUnchanged({ asked, onSend, onChange, onClose }: AskUnchangedProps) {
  const { thing, name, words } = asked;
  const t = formLaterText();
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => onChange(asked)} variant="primary">
            {t.change}
          </Button>
          <Button onClick={onSend}>{t.sendAgain}</Button>
        </>
      }
      onClose={onClose}
      open={true}
      title={t.unchanged[thing]}
    >
      {name === null ? null : <p>{name}</p>}
      <p>{say(t.serverSaid, { words })}</p>
    </Dialog>
  );
}
