import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** The look of a button for something that is not one: a router's link, a label. `block` fills the row. */
export function buttonClass(variant: ButtonVariant = 'secondary', block = false): string {
  return classNames(styles['button'], styles[variant], block && styles['block']);
}
