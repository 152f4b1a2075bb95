import type { ReactNode } from 'react';
import { say } from '../messages/say.ts';
import { shellText } from '../messages/shell.ts';
import { classNames } from './class-names.ts';
import { IconNoSignal, IconSignal } from './icons.tsx';
import styles from './status-bar.module.css';

export interface StatusBarProps {
  readonly online: boolean;
  /** Submissions on this device that are not delivered yet. */
  readonly waiting: number;
  /** Makes '<n> waiting' a link to them. */
  readonly linkWaiting?: ((words: string) => ReactNode) | undefined;
  /** Shown at the end of the bar, such as the badge 'In Development'. */
  readonly children?: ReactNode;
}

/** The thin bar on every screen: whether the device is online, and how much waits. A screen reader announces changes. */
export function StatusBar({ online, waiting, linkWaiting, children }: StatusBarProps) {
  const t = shellText();
  const words = say(t.waiting, { count: waiting });
  return (
    <section aria-label={t.status} className={styles['bar']}>
      <p className={styles['words']} role="status">
        <span className={classNames(styles['signal'], online ? styles['on'] : styles['off'])}>
          {online ? <IconSignal /> : <IconNoSignal />}
          {online ? t.online : t.offline}
        </span>
        {waiting > 0 ? (
          <span className={styles['waiting']}>{linkWaiting ? linkWaiting(words) : words}</span>
        ) : null}
      </p>
      {children}
    </section>
  );
}

/** A small badge for the bar's end. */
export function EnvironmentBadge({ children }: { readonly children: ReactNode }) {
  return <span className={styles['tag']}>{children}</span>;
}
