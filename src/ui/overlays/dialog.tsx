import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { controlsLazyText } from '../../messages/controls-lazy.ts';
import { Button } from '../content/button.tsx';
import styles from './dialog.module.css';
import { historyEntries } from './history-entries.ts';
import wholeScreen from './whole-screen.module.css';

/**
 * Lets the phone's Back close an overlay instead of leaving the screen. Works in every browser, while few support
 * CloseWatcher.
 */
export function useClosesOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(
    () => (isOpen ? historyEntries().openLayer(() => latest.current()) : undefined),
    [isOpen],
  );
}

/**
 * Opens a native modal dialog. The browser keeps the focus inside, and restores it afterwards. Back closes the dialog.
 */
function useModal(open: boolean, onClose: () => void): RefObject<HTMLDialogElement | null> {
  const ref = useRef<HTMLDialogElement>(null);
  useClosesOnBack(open, onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (open && dialog && !dialog.open) dialog.showModal();
    if (!open && dialog?.open) dialog.close();
  }, [open]);
  // Closes the dialog before it unmounts. Otherwise the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);
  return ref;
}

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The buttons. The confirming button is first. */
  readonly actions: ReactNode;
  /** Called for Escape, the back gesture, or a press outside the dialog. */
  readonly onClose: () => void;
}

export function Dialog({ open, title, children, actions, onClose }: DialogProps) {
  const ref = useModal(open, onClose);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser closes the dialog on Escape.
    <dialog
      aria-labelledby={id}
      className={styles['dialog']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      ref={ref}
    >
      {open ? (
        <div className={styles['body']}>
          <h2 className={styles['title']} id={id}>
            {title}
          </h2>
          {children}
          <div className={styles['actions']}>{actions}</div>
        </div>
      ) : null}
    </dialog>
  );
}

export interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** A verb that names the action: 'Delete'. */
  readonly confirmLabel: string;
  readonly danger?: boolean | undefined;
  readonly busy?: boolean | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function ConfirmDialog({
  open,
  title,
  children,
  confirmLabel,
  danger = false,
  busy,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  return (
    <Dialog
      actions={
        <>
          <Button busy={busy} onClick={onConfirm} variant={danger ? 'danger' : 'primary'}>
            {confirmLabel}
          </Button>
          <Button onClick={onCancel}>{controlsLazyText().cancel}</Button>
        </>
      }
      onClose={onCancel}
      open={open}
      title={title}
    >
      {children}
    </Dialog>
  );
}

export interface WholeScreenProps {
  /** The title gets the focus each time it changes, so screen readers announce it. */
  readonly title: string;
  /** A link or a short text above the title. */
  readonly above?: ReactNode;
  readonly children: ReactNode;
  /** Called for Escape and the back gesture. */
  readonly onClose: () => void;
}

/** Covers the whole screen for another person than the agent, with large type and one task at a time. */
export function WholeScreen({ title, above, children, onClose }: WholeScreenProps) {
  const ref = useModal(true, onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new title means new content.
  useEffect(() => heading.current?.focus(), [title]);
  // Rendered outside the form, so that Enter here does not act on the form.
  return createPortal(
    <dialog
      aria-labelledby={id}
      className={wholeScreen['screen']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={ref}
    >
      <div className={wholeScreen['body']}>
        <div>
          {above}
          <h2 className={wholeScreen['title']} id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
