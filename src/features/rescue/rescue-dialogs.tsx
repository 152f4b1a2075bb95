import { useEffect, useRef, useState } from 'react';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { rescueText } from '../../messages/rescue.ts';
import { format } from '../../messages/text.ts';
import type { ExportResult } from '../../sync/rescue/export-rescue.ts';
import type { ImportResult } from '../../sync/rescue/import-rescue.ts';
import { Button } from '../../ui/content/button.tsx';
import { saveFile } from '../../ui/content/save-file.ts';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { FileField } from '../../ui/fields/file-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { IconDocument } from '../../ui/frame/more-icons.tsx';
import { Stack } from '../../ui/frame/page.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import { exportText, importText, type RescueText, rescueFileName } from './rescue-text.ts';

/** Long work ends with these results, so the agent may look away for some seconds. */
const RESULT_MS = 10_000;

const MIN_CHARACTERS = 12;
const MIN_DIFFERENT_CHARACTERS = 6;

export type PassphraseIssues = Readonly<{ first?: string; second?: string }>;

/**
 * Returns why a new passphrase is not accepted, or {} if it is. A person who finds the file can guess without limit.
 */
export function passphraseIssues(first: string, second: string): PassphraseIssues {
  const t = rescueText();
  const plain = first.normalize('NFC');
  if ([...plain].length < MIN_CHARACTERS)
    return { first: format(t.tooShort, { count: MIN_CHARACTERS }) };
  if (new Set(plain.toLowerCase().replaceAll(/\s/g, '')).size < MIN_DIFFERENT_CHARACTERS)
    return { first: t.tooSimple };
  if (plain !== second.normalize('NFC')) return { second: t.notTheSame };
  return {};
}

const focusIt = (button: HTMLButtonElement | null): void => button?.focus();

/**
 * Shows the result of an export or import. A warning stays in the dialog until 'Close', because a toast would leave by itself. If the agent
 * has closed the dialog meanwhile, the warning is a toast too.
 */
function useResult(title: string, onClose: () => void) {
  const [warning, setWarning] = useState('');
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return {
    show({ kind, text }: RescueText) {
      if (kind === 'warning' && isOpen.current) return setWarning(text);
      notify(text, { kind, duration: RESULT_MS });
      onClose();
    },
    /** The same dialog with the warning. Another dialog would make a history step, which closes the error screen's dialogs. */
    dialog:
      warning === '' ? null : (
        <Dialog
          actions={
            <Button onClick={onClose} ref={focusIt} variant="primary">
              {rescueText().close}
            </Button>
          }
          onClose={onClose}
          open
          title={title}
        >
          <Banner kind="warning">{warning}</Banner>
        </Dialog>
      ),
  };
}

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
  const result = useResult(t.exportTitle, onClose);
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
      const exported = await exportUnsent(first);
      if (exported.status === 'exported') saveFile(exported.file, rescueFileName(new Date()));
      result.show(exportText(exported));
    } catch {
      setFailed(true);
    }
    setBusy(false);
  }

  if (result.dialog !== null) return result.dialog;
  const type = shown ? 'text' : 'password';
  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={() => void run()} variant="primary">
            {t.saveFile}
          </Button>
          <Button onClick={onClose}>{controlsLazyText().cancel}</Button>
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
  const result = useResult(t.importTitle, onClose);

  async function run() {
    setAsked(true);
    setProblem('');
    if (file === undefined || passphrase === '') return;
    setBusy(true);
    try {
      const words = importText(await importFile(file, passphrase));
      if (words.again) setProblem(words.text);
      else result.show(words);
    } catch {
      setProblem(t.importFailed);
    }
    setBusy(false);
  }

  if (result.dialog !== null) return result.dialog;
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
