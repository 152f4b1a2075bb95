import type { ComponentPropsWithRef, MouseEvent as ReactMouseEvent, ReactNode } from 'react';
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
  function handleClick(event: ReactMouseEvent<HTMLButtonElement>) {
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

const CONTROL = 'a, button, input, label, select, summary, textarea, [role=button]';

/** The control that a click presses. A label presses its field. */
function controlAt(target: EventTarget | null): Element | null {
  const control = target instanceof Element ? target.closest(CONTROL) : null;
  return control instanceof HTMLLabelElement ? (control.control ?? control) : control;
}

/** The longest time (ms) and distance (px) between the two taps of a double tap, as on Android. */
const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_PX = 30;

let isSecond = false;

/** True while the second click of a double press is handled. The person has not seen the result of the first one. */
export const isSecondPress = (): boolean => isSecond;

/**
 * Ignores the second click of a double press, unless it presses the same control, with the same label, as the first one.
 * The first click may have put another control in its place. `detail` counts the clicks of a mouse. It is 0 for keys and scripts. Chrome on
 * Android does not count taps, so taps are compared by time and place.
 */
export function ignoreSecondPresses(page: Document): void {
  let isMouse = true;
  let last: MouseEvent | null = null;
  let pressed: Element | null = null;
  let label: string | null | undefined;

  const isSecondTap = ({ clientX, clientY, timeStamp }: MouseEvent): boolean =>
    last !== null &&
    timeStamp - last.timeStamp < DOUBLE_TAP_MS &&
    Math.hypot(clientX - last.clientX, clientY - last.clientY) < DOUBLE_TAP_PX;

  page.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isMouse = pointerType === 'mouse';
    },
    true,
  );
  page.addEventListener(
    'click',
    (event) => {
      isSecond = event.detail > 0 && (isMouse ? event.detail > 1 : isSecondTap(event));
      if (event.detail === 0) return;
      last = event;
      const control = controlAt(event.target);
      if (!isSecond) {
        pressed = control;
        label = control?.textContent;
      } else if (control !== pressed || control?.textContent !== label) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
}
