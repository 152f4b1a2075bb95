import { useRef, useState } from 'react';
import { controlsLaterText } from '../../messages/controls-later.ts';
import { rescueText } from '../../messages/rescue.ts';
import type { ExportResult } from '../../sync/rescue/export-rescue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Stack } from '../../ui/page.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.ts';
import { type PassphraseIssues, passphraseIssues } from './passphrase.ts';
import { exportText, rescueFileName } from './rescue-text.ts';

export interface ExportDialogProps {
  readonly exportUnsent: (passphrase: string) => Promise<ExportResult>;
  readonly onClose: () => void;
}

export function ExportDialog({ exportUnsent, onClose }: ExportDialogProps) {
  const t = rescueText();
  const [first, setFirst] = useState('');
  const [second, setSecond] = useState('');
  const [shown, setShown] = useState(false);
  const [problems, setProblems] = useState<PassphraseIssues>({});
  const [failed, setFailed] = useState(false);
  const [busy, setBusy] = useState(false);
  const firstField = useRef<HTMLInputElement>(null);
  const secondField = useRef<HTMLInputElement>(null);

  async function run() {
    const found = passphraseIssues(first, second);
    setProblems(found);
    setFailed(false);
    const wrong = found.first ? firstField : found.second ? secondField : null;
    if (wrong !== null) return wrong.current?.focus();
    setBusy(true);
    try {
      const result = await exportUnsent(first);
      if (result.status === 'exported') saveFile(result.file, rescueFileName(new Date()));
      const words = exportText(result);
      notify(words.text, { kind: words.kind });
      onClose();
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  const type = shown ? 'text' : 'password';
  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={() => void run()} variant="primary">
            {t.saveFile}
          </Button>
          <Button onClick={onClose}>{controlsLaterText().cancel}</Button>
        </>
      }
      onClose={onClose}
      open
      title={t.exportTitle}
    >
      <Stack>
        <p>{t.exportDetail}</p>
        {failed ? <Banner kind="error">{t.exportFailed}</Banner> : null}
        <TextField
          error={problems.first}
          label={t.passphrase}
          onChange={setFirst}
          ref={firstField}
          type={type}
          value={first}
        />
        <TextField
          error={problems.second}
          label={t.passphraseAgain}
          onChange={setSecond}
          ref={secondField}
          type={type}
          value={second}
        />
        <Checkbox checked={shown} label={t.showPassphrase} onChange={setShown} />
      </Stack>
    </Dialog>
  );
}
