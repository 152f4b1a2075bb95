import styles from './loading.module.css';

export function Spinner({ label }: { readonly label: string }) {
  return (
    <p className={styles['spinner']} role="status">
      <span aria-hidden="true" className={styles['ring']} />
      {label}
    </p>
  );
}

/** Grey lines, shown while text is loading. */
export function Skeleton({
  label,
  lines = 3,
}: {
  readonly label: string;
  readonly lines?: number;
}) {
  return (
    <div className={styles['skeleton']} role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never move.
        <span aria-hidden="true" className={styles['line']} key={line} />
      ))}
    </div>
  );
}
