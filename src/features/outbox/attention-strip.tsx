import { count, formFor } from '../../messages/count.ts';
import { dayText } from '../../messages/day.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { IconArrowRight, IconError } from '../../ui/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import styles from './attention-strip.module.css';

export interface AttentionStripProps {
  readonly store: Store;
  readonly Link?: LinkComponent;
}

/** On Home: that the server refused something, and the way to it. Nothing where it refused nothing. */
export function AttentionStrip({ store, Link = PlainLink }: AttentionStripProps) {
  const t = dayText();
  const refused = useStored(() => store.queries.ownCounts(), [store])?.rejected ?? 0;
  if (refused === 0) return null;
  return (
    <div className={styles['strip']}>
      <IconError className={styles['icon']} />
      <div className={styles['words']}>
        <Link className={styles['link'] ?? ''} to={OUTBOX_PATH}>
          {count(t.refused, refused)}
        </Link>
        <p>{formFor(t.refusedDetail, refused)}</p>
      </div>
      <IconArrowRight />
    </div>
  );
}
