import { useState } from 'react';
import type { ImportResult } from '../../sync/rescue/import-rescue.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FileField } from '../../ui/file-field.tsx';
import { Stack } from '../../ui/page.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { notify } from '../../ui/toasts.ts';
import { importWords } from './rescue-text.ts';

export interface ImportDialogProps {
  readonly importFile: (file: Blob, passphrase: string) => Promise<ImportResult>;
  readonly onClose: () => void;
}

export function ImportDialog({ importFile, onClose }: ImportDialogProps) {
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
      const words = importWords(await importFile(file, passphrase));
      if (words.again) setProblem(words.text);
      else {
        notify(words.text, { kind: words.kind });
        onClose();
      }
    } catch {
      setProblem('The file could not be read on this phone. Try again, or use another copy of it.');
    }
    setBusy(false);
  }

  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={() => void run()} variant="primary">
            Bring it back
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
      onClose={onClose}
      open
      title="Import"
    >
      <Stack>
        <p>
          From a file that ‘Export unsent’ made, on this phone or another. What is here already
          stays as it is, and nothing is sent twice.
        </p>
        {problem === '' ? null : <Banner kind="error">{problem}</Banner>}
        <FileField
          error={asked && file === undefined ? 'Choose the file that was exported.' : undefined}
          label="Exported file"
          multiple={false}
          onFiles={([chosen]) => setFile(chosen)}
          prompt={file === undefined ? 'Choose the file' : 'Choose another file'}
        >
          {file === undefined ? null : <p>{file.name}</p>}
        </FileField>
        <TextField
          autoComplete="off"
          error={
            asked && passphrase === '' ? 'Enter the passphrase it was sealed with.' : undefined
          }
          label="Passphrase"
          onChange={setPassphrase}
          type="password"
          value={passphrase}
        />
      </Stack>
    </Dialog>
  );
}
