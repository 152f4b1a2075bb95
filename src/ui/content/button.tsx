import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

/** Makes another element, such as a link or label, look like a button. `block`: as wide as its container. */
export function buttonClass(variant: ButtonVariant = 'secondary', block = false): string {
  return classNames(styles['button'], styles[variant], block && styles['block']);
}

export interface ButtonProps extends ComponentPropsWithRef<'button'> {
  readonly variant?: ButtonVariant | undefined;
  /**
   * True while the button's work runs. The button then keeps its label and the focus, shows a spinner, and ignores
   * presses.
   */
  readonly busy?: boolean | undefined;
  readonly block?: boolean | undefined;
  readonly icon?: ReactNode;
}

export function Button({
  variant = 'secondary',
  busy = false,
  block = false,
  icon,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  // Uses aria-disabled instead of disabled, because a button that becomes disabled loses the focus.
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      className={classNames(buttonClass(variant, block), className)}
      onClick={handleClick}
      type={type}
    >
      {busy ? <span aria-hidden="true" className={styles['spinner']} /> : icon}
      {children}
    </button>
  );
}
