import { useState } from 'react';
import { backupText } from '../../messages/notices.ts';
import { Button } from '../../ui/content/button.tsx';
import { Card } from '../../ui/content/card.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import { IconDownload, IconUpload } from '../../ui/frame/more-icons.tsx';
import type { ExportDialogProps } from './export-dialog.tsx';
import type { ImportDialogProps } from './import-dialog.tsx';
import styles from './rescue-card.module.css';

// Loaded on demand: export and import are rarely needed.
const ExportDialog = lazyComponent(async () => (await import('./export-dialog.tsx')).ExportDialog);
const ImportDialog = lazyComponent(async () => (await import('./import-dialog.tsx')).ImportDialog);

export interface RescueCardProps {
  readonly exportUnsent: ExportDialogProps['exportUnsent'];
  readonly importFile: ImportDialogProps['importFile'];
}

export function RescueCard({ exportUnsent, importFile }: RescueCardProps) {
  const t = backupText();
  const [open, setOpen] = useState<'export' | 'import' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card title={t.title}>
      <p>{t.detail}</p>
      <div className={styles['pair']}>
        <Button icon={<IconDownload />} onClick={() => setOpen('export')}>
          {t.export}
        </Button>
        <Button icon={<IconUpload />} onClick={() => setOpen('import')}>
          {t.import}
        </Button>
      </div>
      {open === 'export' ? <ExportDialog exportUnsent={exportUnsent} onClose={close} /> : null}
      {open === 'import' ? <ImportDialog importFile={importFile} onClose={close} /> : null}
    </Card>
  );
}
