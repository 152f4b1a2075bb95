import { type ReactNode, useId } from 'react';
import styles from './card.module.css';

export interface CardProps {
  readonly title?: string | undefined;
  /** Shown beside the heading, such as an 'Edit' link. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Card({ title, aside, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={title ? id : undefined} className={styles['card']}>
      {title ? (
        <div className={styles['head']}>
          <h2 className={styles['title']} id={id}>
            {title}
          </h2>
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  );
}

/** A list of names with values, for example in a review. An empty value is shown as a dash. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
}) {
  return (
    <dl className={styles['facts']}>
      {facts.map(([name, value]) => (
        <div className={styles['fact']} key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  );
}
