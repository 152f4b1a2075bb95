import { type ReactNode, useId } from 'react';
import { controlsLaterText } from '../messages/controls-later.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { useModal } from './use-modal.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  readonly children?: ReactNode;
  /** The buttons, the confirming one first. */
  readonly actions: ReactNode;
  /** Called for Escape, the back gesture, or a press outside the dialog. */
  readonly onClose: () => void;
}

export function Dialog({ open, title, children, actions, onClose }: DialogProps) {
  const ref = useModal(open, onClose);
  const id = useId();
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way, and the browser's own.
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
  /** The action, as a verb: 'Delete'. */
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
          <Button onClick={onCancel}>{controlsLaterText().cancel}</Button>
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
