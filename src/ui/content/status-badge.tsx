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
  readonly children: ReactNode;
}

export function StatusBadge({ status, children }: StatusBadgeProps) {
  const { tone, Icon } = looks[status];
  return (
    <span className={classNames(styles['badge'], styles[tone])}>
      <Icon />
      {children}
    </span>
  );
}

/** The status as a round mark, for the start of a list's row. The word is beside it. */
export function StatusMark({ status }: { readonly status: Status }) {
  const { tone, Icon } = looks[status];
  return (
    <span className={classNames(styles['mark'], styles[tone])}>
      <Icon />
    </span>
  );
}
