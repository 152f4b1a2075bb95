import { practiceText } from '../../messages/practice.ts';
import styles from './practice.module.css';

/** Stays in sight over the form, striped like nothing else, so that nobody takes it for the real one. */
export const PracticeBar = () => (
  <p className={styles['bar']} role="status">
    <span className={styles['words']}>{practiceText().bar}</span>
  </p>
);
