import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { IconCheck, IconClock, IconError, IconPencil, type IconProps, IconSend } from './icons.tsx';
import { IconPause } from './more-icons.tsx';
import styles from './status-badge.module.css';

/** The six words a person sees for where a submission stands. */
export type StatusWord =
  | 'Draft'
  | 'Waiting to send'
  | 'Sending'
  | 'Needs attention'
  | 'Paused'
  | 'Sent';

const looks: Record<StatusWord, { tone: string; Icon: (props: IconProps) => ReactNode }> = {
  Draft: { tone: 'plain', Icon: IconPencil },
  'Waiting to send': { tone: 'wait', Icon: IconClock },
  Sending: { tone: 'move', Icon: IconSend },
  'Needs attention': { tone: 'bad', Icon: IconError },
  Paused: { tone: 'wait', Icon: IconPause },
  Sent: { tone: 'good', Icon: IconCheck },
};

export interface StatusBadgeProps {
  readonly status: StatusWord;
}

export function StatusBadge({ status }: StatusBadgeProps) {
  const { tone, Icon } = looks[status];
  return (
    <span className={classNames(styles['badge'], styles[tone])}>
      <Icon />
      {status}
    </span>
  );
}
