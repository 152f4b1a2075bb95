import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from './dialog.tsx';
import styles from './whole-screen.module.css';

export interface WholeScreenProps {
  /** Read out, and focused, each time it changes. */
  readonly title: string;
  /** A button beside the title. */
  readonly action: ReactNode;
  readonly children: ReactNode;
  /** Called for Escape and the back gesture. */
  readonly onClose: () => void;
}

/** Covers all of the screen, for somebody else than the agent: large type, one thing at a time. */
export function WholeScreen({ title, action, children, onClose }: WholeScreenProps) {
  const ref = useModal(true, onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another thing to look at.
  useEffect(() => heading.current?.focus(), [title]);
  // Outside the form, whose Enter is not this one's.
  return createPortal(
    <dialog
      aria-labelledby={id}
      className={styles['screen']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={ref}
    >
      <div className={styles['body']}>
        <div className={styles['bar']}>
          <h2 className={styles['title']} id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {action}
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
