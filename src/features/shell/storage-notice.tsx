import { type ReactNode, useEffect, useState } from 'react';
import { canWriteFiles, secondCopyNow } from './second-copy.ts';

/** Looks once a page, after the first screen is there. The words come for those who need them. */
export function StorageNotice() {
  const [words, setWords] = useState<ReactNode>(null);
  useEffect(() => {
    const look = async (): Promise<void> => {
      const copy = await secondCopyNow(navigator.storage, canWriteFiles());
      if (copy !== 'refused' && copy !== 'failing') return;
      const { StorageWords } = await import('./storage-text.tsx');
      setWords(<StorageWords copy={copy} />);
    };
    // Where they can't be fetched, only they are missing.
    void look().catch(() => undefined);
  }, []);
  return words;
}
