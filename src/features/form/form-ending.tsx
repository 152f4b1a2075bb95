import type { ReactNode } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import { submissionPath } from '../../submission-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';

export type Ending = 'submitted' | 'gone' | 'newer';

export interface FormEndingProps {
  readonly ending: Ending;
  readonly id: SubmissionId;
  readonly Link: LinkComponent;
  readonly children?: ReactNode;
}

/** In the place of a form that can't be filled in here. */
export function FormEnding({ ending, id, Link, children }: FormEndingProps) {
  const t = formLaterText();
  const isSubmitted = ending === 'submitted';
  return (
    <Page>
      <Banner kind="info" title={t[ending].title}>
        <p>{t[ending].detail}</p>
      </Banner>
      {children}
      <Link
        className={buttonClass('primary', true)}
        to={isSubmitted ? submissionPath(id) : OUTBOX_PATH}
      >
        {isSubmitted ? t.openSubmission : t.openOutbox}
      </Link>
    </Page>
  );
}
