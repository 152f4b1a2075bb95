import { type ReactNode, useEffect, useRef } from 'react';
import { uniqueText } from '../../domain/forms/check.ts';
import { customerName } from '../../domain/forms/customer.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import { capturedText } from '../../messages/captured.ts';
import { practiceText } from '../../messages/practice.ts';
import { say } from '../../messages/say.ts';
import { HOME_PATH } from '../../page-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './practice-captured.module.css';

export interface PracticeCapturedProps {
  /** What was filled in: in memory alone, for as long as this stands. */
  readonly values: Values;
  readonly mark: ReactNode;
  readonly onAgain: () => void;
  readonly Link: LinkComponent;
}

/** What stands after Submit in practice. It leads to no submission, as there is none. */
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
      <header className={styles['head']}>
        {mark}
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {real.title}
          </h2>
          <p className={styles['name']}>{customerName(values)}</p>
          <p className={styles['sim']}>{say(real.simOf.registration, { tail })}</p>
        </div>
      </header>
      <dl className={styles['reference']}>
        <dt>{real.reference}</dt>
        <dd>{t.noReference}</dd>
      </dl>
      <p>{t.next}</p>
      <Banner kind="success">{t.deleted}</Banner>
      <div className={styles['actions']}>
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
