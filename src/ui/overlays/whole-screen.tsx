import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from './dialog.tsx';
import styles from './whole-screen.module.css';

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
      className={styles['screen']}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      ref={ref}
    >
      <div className={styles['body']}>
        <div>
          {above}
          <h2 className={styles['title']} id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
        </div>
        {children}
      </div>
    </dialog>,
    document.body,
  );
}
