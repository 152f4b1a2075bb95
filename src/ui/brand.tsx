import { pagesText } from '../messages/pages.ts';
import styles from './brand.module.css';

/** The logo: the sun rising between two blades of grass that form a V. */
function BrandMark() {
  return (
    <svg aria-hidden="true" className={styles['mark']} viewBox="0 0 32 32">
      <circle className={styles['sun']} cx="16" cy="9.5" r="4.5" />
      <path
        className={styles['grass']}
        d="M16 28C10.500 24 5 17 3 6c5 3.500 10 9 13 16 3-7 8-12.500 13-16-2 11-7.500 18-13 22z"
      />
    </svg>
  );
}

/** Logo and name, for the top of every screen. */
export function Brand() {
  return (
    <span className={styles['brand']}>
      <BrandMark />
      {pagesText().product}
    </span>
  );
}
