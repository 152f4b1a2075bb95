import { type ReactNode, useEffect, useRef, useState } from 'react';
import { uniqueText } from '../../domain/forms/check.ts';
import { customerName } from '../../domain/forms/customer.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import { capturedText } from '../../messages/captured.ts';
import { practiceText } from '../../messages/practice.ts';
import { format } from '../../messages/text.ts';
import { HOME_PATH } from '../../paths/page-paths.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import { Page } from '../../ui/frame/page.tsx';
import styles from './practice.module.css';
import capturedStyles from './practice-captured.module.css';

/** Stays visible above the form, with stripes, so that nobody mistakes practice for a real form. */
export const PracticeBar = () => (
  <p className={styles['bar']} role="status">
    <span className={styles['words']}>{practiceText().bar}</span>
  </p>
);

export interface PracticeCapturedProps {
  /** The entered values. They are in memory only, until the component unmounts. */
  readonly values: Values;
  readonly mark: ReactNode;
  readonly onAgain: () => void;
  readonly Link: LinkComponent;
}

/** The screen after Submit in practice. It has no link to a submission, because none was created. */
export function PracticeCaptured({ values, mark, onAgain, Link }: PracticeCapturedProps) {
  const t = practiceText();
  const real = capturedText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, []);
  const tail = uniqueText(formOf('registration'), values).slice(-4);
  return (
    <Page>
      <header className={capturedStyles['head']}>
        {mark}
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {real.title.captured}
          </h2>
          <p className={capturedStyles['name']}>{customerName(values)}</p>
          <p className={capturedStyles['sim']}>{format(real.simOf.registration, { tail })}</p>
        </div>
      </header>
      <dl className={capturedStyles['reference']}>
        <dt>{real.reference}</dt>
        <dd>{t.noReference}</dd>
      </dl>
      <p>{t.next}</p>
      <Banner kind="success">{t.deleted}</Banner>
      <div className={capturedStyles['actions']}>
        <Button block={true} onClick={onAgain} variant="primary">
          {t.again}
        </Button>
        <Link className={buttonClass('secondary', true)} to={HOME_PATH}>
          {t.end}
        </Link>
      </div>
    </Page>
  );
}

/** The banner above the empty practice form. It says that nothing is kept, and offers a fictitious customer. */
export function PracticeStart({ onUse }: { readonly onUse: () => Promise<void> }) {
  const t = practiceText();
  const [busy, setBusy] = useState(false);
  return (
    <section aria-label={t.start} className={styles['start']}>
      <p>{t.about}</p>
      <Button
        busy={busy}
        onClick={() => {
          setBusy(true);
          void onUse().finally(() => setBusy(false));
        }}
      >
        {t.useCustomer}
      </Button>
    </section>
  );
}
