import styles from './form-later.module.css';

/** A card of a SIM pack: where the number is. */
export function SimPack() {
  return (
    <svg aria-hidden="true" className={styles['pack']} viewBox="0 0 112 64">
      <rect className={styles['packCard']} height="60" rx="5" width="108" x="2" y="2" />
      <path
        className={styles['packLine']}
        d="M12 14h18l5 5v15H12zM12 24h7m9 0h7M19 14v20m9-20v20"
      />
      <path
        className={styles['packBars']}
        d="M50 14v16m4-16v16m6-16v16m3-16v16m6-16v16m4-16v16m3-16v16m6-16v16m4-16v16m6-16v16m3-16v16"
      />
      <text className={styles['packNumber']} fontSize="10" textLength="54" x="48" y="46">
        8927 01…
      </text>
      <path className={styles['packMark']} d="M48 51h54" />
    </svg>
  );
}
