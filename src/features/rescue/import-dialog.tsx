import { useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { rescueText } from '../../messages/rescue.ts';
import type { ImportResult } from '../../sync/rescue/import-rescue.ts';
import { Button } from '../../ui/content/button.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { IconDocument } from '../../ui/frame/more-icons.tsx';
import { Stack } from '../../ui/frame/page.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { importText } from './rescue-text.ts';

export interface ImportDialogProps {
  readonly importFile: (file: Blob, passphrase: string) => Promise<ImportResult>;
  readonly onClose: () => void;
}

export function ImportDialog({ importFile, onClose }: ImportDialogProps) {
  const t = rescueText();
  const [file, setFile] = useState<File | undefined>();
  const [passphrase, setPassphrase] = useState('');
  const [asked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function run() {
    setAsked(true);
    setProblem('');
    if (file === undefined || passphrase === '') return;
    setBusy(true);
    try {
      const words = importText(await importFile(file, passphrase));
      if (words.again) setProblem(words.text);
      else {
        notify(words.text, { kind: words.kind });
        onClose();
      }
    } catch {
      setProblem(t.importFailed);
    }
    setBusy(false);
  }

  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={() => void run()} variant="primary">
            {t.importFile}
          </Button>
          <Button onClick={onClose}>{controlsLazyText().cancel}</Button>
        </>
      }
      onClose={onClose}
      open
      title={t.importTitle}
    >
      <Stack>
        <p>{t.importDetail}</p>
        {problem === '' ? null : <Banner kind="error">{problem}</Banner>}
        <FileField
          error={asked && file === undefined ? t.fileMissing : undefined}
          label={t.file}
          onFiles={([chosen]) => setFile(chosen)}
          ways={[
            { label: file === undefined ? t.chooseFile : t.chooseAnother, icon: <IconDocument /> },
          ]}
        >
          {file === undefined ? null : <p>{file.name}</p>}
        </FileField>
        <TextField
          error={asked && passphrase === '' ? t.passphraseMissing : undefined}
          label={t.passphrase}
          onChange={setPassphrase}
          type="password"
          value={passphrase}
        />
      </Stack>
    </Dialog>
  );
}
