import { useEffect, useRef } from 'react';
import type { Store } from '../../store/open-store.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-layout.module.css';
import type { FormParts, UnsavedFile } from './parts.ts';
import { isFailed } from './use-unsaved-files.ts';

export interface UnsavedNoticeProps {
  readonly store: Store;
  readonly files: readonly UnsavedFile[];
  readonly parts: Pick<FormParts, 'unsavedFile'>;
  /** What happens by itself once they are ready: a press waits for them. */
  readonly waiting: 'next' | 'submit' | null;
}

const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 file ${one}` : `${count} files ${many}`;

function words(
  files: readonly UnsavedFile[],
  waiting: UnsavedNoticeProps['waiting'],
): readonly [title: string, text: string] {
  const failed = files.filter(isFailed).length;
  if (failed > 0)
    return [
      counted(failed, 'could not be added', 'could not be added'),
      waiting === 'submit'
        ? 'Nothing is submitted yet. Try again, or go on without. Everything else is safe.'
        : 'Try again, or go on without. Everything else is safe.',
    ];
  const preparing = counted(files.length, 'is still being prepared', 'are still being prepared');
  switch (waiting) {
    case 'submit':
      return [
        preparing,
        "Then the form is submitted by itself. To change something, press 'Back'.",
      ];
    case 'next':
      return [preparing, 'Then the form goes on by itself.'];
    case null:
      return [preparing, "Look through the form meanwhile: 'Submit' waits for them."];
  }
}

/** Names the files of this form that are not on the disk yet, and how to go on with or without each. */
export function UnsavedNotice({ store, files, parts, waiting }: UnsavedNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const isWaiting = waiting !== null;
  const hasFailed = files.some(isFailed);
  // The button that was pressed stands at the bottom edge; what it waits for may be out of sight.
  useEffect(() => {
    if (isWaiting) place.current?.scrollIntoView({ block: hasFailed ? 'start' : 'nearest' });
  }, [isWaiting, hasFailed]);
  const { unsavedFile: File } = parts;
  const [title, text] = words(files, waiting);
  return (
    <div className={styles['unsaved']} ref={place}>
      <Banner kind={hasFailed ? 'error' : 'info'} title={title}>
        <p>{text}</p>
        <ul className={styles['unsavedFiles']}>
          {files.map(({ key }) => (
            <li key={key}>
              <File store={store} fileKey={key} />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}
