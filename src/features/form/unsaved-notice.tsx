import { useEffect, useRef } from 'react';
import { count } from '../../messages/count.ts';
import { formLaterText } from '../../messages/form-later.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-later.module.css';
import type { FormParts, UnsavedFile } from './parts.ts';
import { isFailed } from './use-unsaved-files.ts';

export interface UnsavedNoticeProps {
  readonly store: FormStore;
  readonly files: readonly UnsavedFile[];
  readonly parts: Pick<FormParts, 'unsavedFile'>;
  /** What happens by itself once they are ready: a press waits for them. */
  readonly waiting: 'next' | 'submit' | null;
}

function noticeText(
  files: readonly UnsavedFile[],
  waiting: UnsavedNoticeProps['waiting'],
): readonly [title: string, text: string] {
  const t = formLaterText();
  const failed = files.filter(isFailed).length;
  if (failed > 0)
    return [
      count(t.notAdded, failed),
      waiting === 'submit' ? t.notSubmittedDetail : t.notAddedDetail,
    ];
  const preparing = count(t.preparing, files.length);
  switch (waiting) {
    case 'submit':
      return [preparing, t.thenSubmits];
    case 'next':
      return [preparing, t.thenGoesOn];
    case null:
      return [preparing, t.lookMeanwhile];
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
  const [title, text] = noticeText(files, waiting);
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
