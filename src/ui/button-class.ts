import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Makes another element look like a button: a link, a label. `block`: as wide as its container. */
export function buttonClass(variant: ButtonVariant = 'secondary', block = false): string {
  return classNames(styles['button'], styles[variant], block && styles['block']);
}
