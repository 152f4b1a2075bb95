import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import styles from './form-layout.module.css';

/** A form with its steps: above it on a phone, at its side on a wide screen. Its title is in the bar. */
export function FormPage({
  steps,
  children,
}: {
  readonly steps: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page isForm={true}>
      <div className={styles['page']}>
        {steps}
        <div className={styles['main']}>{children}</div>
      </div>
    </Page>
  );
}
