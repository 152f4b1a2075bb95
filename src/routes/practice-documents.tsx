import { useState } from 'react';
import type { DocumentsPartProps } from '../features/form/parts.ts';
import { madeUpPhoto } from '../features/practice/made-up-photo.ts';
import { practiceText } from '../messages/practice.ts';
import { Button } from '../ui/button.tsx';
import { Stack } from '../ui/page.tsx';
import { lazyParts, loadCapture } from './lazy-capture.tsx';

const { documents: Documents } = lazyParts;

/** The real part, and a photo for whoever has no document at hand: of each page that is asked for, on the same way as a chosen file. */
export function PracticeDocuments(props: DocumentsPartProps) {
  const [busy, setBusy] = useState(false);
  const { store, submissionId, ensureDraft, fileKind, pages } = props;

  async function addPhotos(): Promise<void> {
    setBusy(true);
    const { fileQueueOf } = await loadCapture();
    const asked = pages.length > 0 ? pages : (['page'] as const);
    const files = await Promise.all(asked.map(madeUpPhoto));
    fileQueueOf(store).add(
      files.map((file) => ({ submissionId, kind: fileKind.kind, file, ensureDraft })),
    );
    setBusy(false);
  }

  return (
    <Stack>
      <Documents {...props} />
      <Button block={true} busy={busy} onClick={() => void addPhotos()}>
        {practiceText().usePhoto}
      </Button>
    </Stack>
  );
}
