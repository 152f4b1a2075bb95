import { type ReactNode, useEffect, useRef, useState } from 'react';
import { practiceText } from '../../messages/practice.ts';
import { pagesText } from '../../messages/shell.ts';
import { HOME_PATH } from '../../paths/page-paths.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { ButtonRow, List } from '../../ui/content/list.tsx';
import { IconPencil } from '../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { notify } from '../../ui/overlays/toasts.ts';
import styles from './practice.module.css';

/** Stays visible above the form, with stripes, so that nobody mistakes practice for a real form. */
export const PracticeBar = ({ Link }: { readonly Link: LinkComponent }) => (
  <section aria-label={pagesText().practise} className={styles['bar']}>
    <p className={styles['words']} role="status">
      {practiceText().bar}
    </p>
    <Link className={styles['end'] ?? ''} to={HOME_PATH}>
      {practiceText().endShort}
    </Link>
  </section>
);

export interface PracticeCapturedProps {
  readonly mark: ReactNode;
  readonly onAgain: () => void;
  readonly Link: LinkComponent;
}

/** The screen after Submit in practice. It has no link to a submission, because none was created. */
export function PracticeCaptured({ mark, onAgain, Link }: PracticeCapturedProps) {
  const t = practiceText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Page isNarrow>
      <header className={styles['head']}>
        {mark}
        <h2 ref={heading} tabIndex={-1}>
          {t.deleted}
        </h2>
      </header>
      <Button block onClick={onAgain} variant="primary">
        {t.again}
      </Button>
      <Link className={buttonClass('quiet', true)} to={HOME_PATH}>
        {t.end}
      </Link>
    </Page>
  );
}

/** Runs the work of a pressed button, which is busy meanwhile. If the work fails, says so. */
export async function runPress(
  setBusy: (isBusy: boolean) => void,
  work: () => Promise<void>,
): Promise<void> {
  setBusy(true);
  try {
    await work();
  } catch {
    notify(practiceText().notDone, { kind: 'error' });
  } finally {
    setBusy(false);
  }
}

/** The row above the empty practice form. It offers a fictitious customer. */
export function PracticeStart({ onUse }: { readonly onUse: () => Promise<void> }) {
  const t = practiceText();
  const [busy, setBusy] = useState(false);
  return (
    <section aria-label={t.start} className={styles['start']}>
      <List>
        <ButtonRow
          icon={<IconPencil />}
          isBusy={busy}
          onClick={() => void runPress(setBusy, onUse)}
          title={t.useCustomer}
        />
      </List>
    </section>
  );
}
