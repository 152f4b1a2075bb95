import { type ReactNode, useEffect, useState } from 'react';
import { canWriteFiles, secondCopyNow } from './second-copy.ts';

/** Checks once on each page, after the first screen, whether second copies can be written. The text is loaded on demand. */
export function StorageNotice() {
  const [words, setText] = useState<ReactNode>(null);
  useEffect(() => {
    const check = async (): Promise<void> => {
      const copy = await secondCopyNow(navigator.storage, canWriteFiles());
      if (copy !== 'refused' && copy !== 'failing') return;
      const { StorageText } = await import('./storage-text.tsx');
      setText(<StorageText copy={copy} />);
    };
    // If the text can't be loaded, only the notice is missing.
    void check().catch(() => undefined);
  }, []);
  return words;
}
