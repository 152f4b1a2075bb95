import { useState } from 'react';
import { backupText } from '../../messages/rescue.ts';
import { ButtonRow, List } from '../../ui/content/list.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import { IconDownload, IconUpload } from '../../ui/frame/more-icons.tsx';
import type { ExportDialogProps, ImportDialogProps } from './rescue-dialogs.tsx';

// Loaded on demand: export and import are rarely needed.
const ExportDialog = lazyComponent(async () => (await import('./rescue-dialogs.tsx')).ExportDialog);
const ImportDialog = lazyComponent(async () => (await import('./rescue-dialogs.tsx')).ImportDialog);

export interface BackUpProps {
  readonly exportUnsent: ExportDialogProps['exportUnsent'];
  readonly importFile: ImportDialogProps['importFile'];
}

export function BackUp({ exportUnsent, importFile }: BackUpProps) {
  const t = backupText();
  const [open, setOpen] = useState<'export' | 'import' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <p>{t.detail}</p>
      <List>
        <ButtonRow icon={<IconDownload />} onClick={() => setOpen('export')} title={t.export}>
          {t.exportDetail}
        </ButtonRow>
        <ButtonRow icon={<IconUpload />} onClick={() => setOpen('import')} title={t.import}>
          {t.importDetail}
        </ButtonRow>
      </List>
      {open === 'export' ? <ExportDialog exportUnsent={exportUnsent} onClose={close} /> : null}
      {open === 'import' ? <ImportDialog importFile={importFile} onClose={close} /> : null}
    </>
  );
}
