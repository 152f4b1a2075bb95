import styles from './horizon.module.css';

/** A hill, which stretches with the page; the tree keeps its shape. */
function Hill({ className, d }: { readonly className: string | undefined; readonly d: string }) {
  return (
    <svg
      aria-hidden="true"
      height="100%"
      preserveAspectRatio="none"
      viewBox="0 0 400 96"
      width="100%"
    >
      <path className={className} d={d} />
    </svg>
  );
}

/** The sun over the veld. The near hill has the page's colour, so that the picture has no edge. */
export function Horizon() {
  return (
    <svg aria-hidden="true" className={styles['horizon']} height="96">
      <circle className={styles['sun']} cx="74%" cy="56" r="34" />
      <Hill className={styles['far']} d="M0 66C60 44 130 46 196 62s140 10 204-12v46H0z" />
      <svg aria-hidden="true" height="96" overflow="visible" width="1" x="21%">
        <path
          className={styles['tree']}
          d="M-37 44c8-11 22-15 37-15 18 0 32 6 38 16-9 3-18 2-26 1L3 57l1 27h-7l1-27-11-11c-8 1-16 1-24-2z"
        />
      </svg>
      <Hill className={styles['near']} d="M0 80c80-14 150-10 220-1s130 8 180-7v25H0z" />
    </svg>
  );
}
