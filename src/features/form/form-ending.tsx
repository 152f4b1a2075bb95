import type { ReactNode } from 'react';
import type { SubmissionId } from '../../domain/ids.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import { submissionPath } from '../../submission-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import type { LinkComponent } from '../../ui/link.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';

export type Ending = 'submitted' | 'gone' | 'newer';

const texts: Readonly<Record<Ending, readonly [title: string, text: string]>> = {
  submitted: [
    'This form has been submitted',
    'It is in the outbox and is sent by itself. There you can see how far it is.',
  ],
  gone: [
    'This form is not on this device any more',
    'It was sent, and the customer’s data then left this device; or somebody deleted it. The outbox shows what was sent.',
  ],
  newer: [
    'This form needs the newest version of the app',
    'It was saved by a newer version. Close all tabs of the app and open it again. Nothing is lost.',
  ],
};

export interface FormEndingProps {
  readonly title: string;
  readonly ending: Ending;
  readonly id: SubmissionId;
  readonly Link: LinkComponent;
  readonly children?: ReactNode;
}

/** In the place of a form that can't be filled in here. */
export function FormEnding({ title, ending, id, Link, children }: FormEndingProps) {
  const [heading, text] = texts[ending];
  const isSubmitted = ending === 'submitted';
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <Banner kind="info" title={heading}>
        <p>{text}</p>
      </Banner>
      {children}
      <Link
        className={buttonClass('primary', true)}
        to={isSubmitted ? submissionPath(id) : OUTBOX_PATH}
      >
        {isSubmitted ? 'Open the submission' : 'Open the outbox'}
      </Link>
    </Page>
  );
}
