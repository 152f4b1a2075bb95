import type { ReactNode } from 'react';
import {
  IconCheck,
  IconClock,
  IconError,
  IconPencil,
  type IconProps,
  IconSend,
} from '../frame/icons.tsx';
import { IconPause } from '../frame/more-icons.tsx';
import { classNames } from './class-names.ts';
import styles from './status-badge.module.css';

export type Status = 'draft' | 'waiting' | 'sending' | 'attention' | 'paused' | 'sent';

const looks: Record<Status, { tone: string; Icon: (props: IconProps) => ReactNode }> = {
  draft: { tone: 'plain', Icon: IconPencil },
  waiting: { tone: 'wait', Icon: IconClock },
  sending: { tone: 'move', Icon: IconSend },
  attention: { tone: 'bad', Icon: IconError },
  paused: { tone: 'wait', Icon: IconPause },
  sent: { tone: 'good', Icon: IconCheck },
};

export interface StatusBadgeProps {
  readonly status: Status;
  /** Only the icon and the word, for rows of a list. */
  readonly isBare?: boolean;
  readonly children: ReactNode;
}

export function StatusBadge({ status, isBare = false, children }: StatusBadgeProps) {
  const { tone, Icon } = looks[status];
  return (
    <span className={classNames(styles['badge'], styles[tone], isBare && styles['bare'])}>
      <Icon />
      {children}
    </span>
  );
}
