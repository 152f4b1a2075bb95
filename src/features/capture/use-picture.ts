import { useEffect, useState } from 'react';

export type Picture =
  | Readonly<{ status: 'loading' | 'lost' }>
  | Readonly<{ status: 'ready'; url: string }>;

/**
 * Reads a picture when the component mounts, and again when `key` changes. Revokes the picture's object URL afterwards.
 */
export function usePicture(
  key: string,
  read: () => Promise<Blob | null | undefined>,
): readonly [Picture, onLost: () => void] {
  const [shown, setShown] = useState<Picture>({ status: 'loading' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says what `read` reads.
  useEffect(() => {
    let url: string | undefined;
    let gone = false;
    read().then(
      (blob) => {
        if (gone) return;
        if (blob) url = URL.createObjectURL(blob);
        setShown(url === undefined ? { status: 'lost' } : { status: 'ready', url });
      },
      () => gone || setShown({ status: 'lost' }),
    );
    return () => {
      gone = true;
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [key]);
  return [shown, () => setShown({ status: 'lost' })];
}
