import styles from './horizon.module.css';

/** The sun over the veld; the near hill has the page's colour, so that the picture runs into it. */
export function Horizon() {
  return (
    <svg
      aria-hidden="true"
      className={styles['horizon']}
      focusable="false"
      preserveAspectRatio="xMidYMax slice"
      viewBox="0 0 400 96"
    >
      <circle className={styles['sun']} cx="292" cy="60" r="34" />
      <path className={styles['far']} d="M0 66C60 44 130 46 196 62s140 10 204-12v46H0z" />
      <path
        className={styles['tree']}
        d="M60 44c8-11 22-15 37-15 18 0 32 6 38 16-9 3-18 2-26 1l-9 11 1 27h-7l1-27-11-11c-8 1-16 1-24-2z"
      />
      <path className={styles['near']} d="M0 80c80-14 150-10 220-1s130 8 180-7v24H0z" />
    </svg>
  );
}
