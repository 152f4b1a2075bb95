import { useState } from 'react';
import { documentsText } from '../../../messages/documents.ts';
import { say } from '../../../messages/say.ts';
import type { FormStore } from '../../../store/open-store.ts';
import type { AttachmentRow } from '../../../store/rows.ts';
import { classNames } from '../../../ui/class-names.ts';
import { IconError } from '../../../ui/icons.tsx';
import { IconDocument } from '../../../ui/more-icons.tsx';
import { useClosesOnBack } from '../../../ui/use-closes-on-back.ts';
import { usePicture } from '../use-picture.ts';
import styles from './document-capture.module.css';

function PicturePreview({
  store,
  row,
}: {
  readonly store: FormStore;
  readonly row: AttachmentRow;
}) {
  const [shown, onLost] = usePicture(row.id, async () => (await store.attachments()).read(row.id));
  const [large, setLarge] = useState(false);
  useClosesOnBack(large, () => setLarge(false));
  const t = documentsText();
  const name = row.originalName;
  switch (shown.status) {
    case 'loading':
      return <span aria-hidden="true" className={styles['preview']} />;
    case 'lost':
      return (
        <p className={styles['lost']}>
          <IconError />
          <span>{say(t.lost, { name })}</span>
        </p>
      );
    case 'ready':
      return (
        <button
          aria-expanded={large}
          className={classNames(styles['preview'], large && styles['large'])}
          onClick={() => setLarge(!large)}
          type="button"
        >
          <img alt={say(t.preview, { name })} onError={onLost} src={shown.url} />
        </button>
      );
  }
}

export function DocumentPreview(props: { readonly store: FormStore; readonly row: AttachmentRow }) {
  if (props.row.type !== 'application/pdf') return <PicturePreview {...props} />;
  return (
    <span aria-hidden="true" className={styles['preview']}>
      <IconDocument />
    </span>
  );
}
