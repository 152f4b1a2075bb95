import type { ReactNode, Ref } from 'react';
import { classNames } from '../content/class-names.ts';
import styles from './banner.module.css';
import { IconCheck, IconError, IconInfo, IconWarning } from './icons.tsx';

export type BannerKind = 'info' | 'warning' | 'error' | 'success';

const icons = { info: IconInfo, warning: IconWarning, error: IconError, success: IconCheck };

export interface BannerProps {
  readonly kind?: BannerKind | undefined;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** As wide as the screen. */
  readonly isFullWidth?: boolean;
  /** Buttons or links that solve the problem. */
  readonly actions?: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A message that stays on the page. Screen readers announce an error at once, and other kinds when they are idle. */
export function Banner({ kind = 'info', isFullWidth, title, children, actions, ref }: BannerProps) {
  const Icon = icons[kind];
  return (
    <div
      className={classNames(styles['banner'], styles[kind], isFullWidth && styles['fullWidth'])}
      ref={ref}
      role={kind === 'error' ? 'alert' : 'status'}
    >
      <Icon className={styles['icon']} />
      <div className={styles['body']}>
        {title ? <p className={styles['title']}>{title}</p> : null}
        {children ? <div>{children}</div> : null}
        {actions ? <div className={styles['actions']}>{actions}</div> : null}
      </div>
    </div>
  );
}
