import { pagesText } from '../../../messages/shell.ts';
import { submissionText } from '../../../messages/submission.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { buttonClass } from '../../../ui/content/button.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Page, PageTitle } from '../../../ui/frame/page.tsx';

export function SubmissionNotFound({ Link }: { readonly Link: LinkComponent }) {
  const t = submissionText();
  return (
    <Page>
      <PageTitle>{t.notHere}</PageTitle>
      <p>{t.notHereDetail}</p>
      <Link className={buttonClass('primary', true)} to={OUTBOX_PATH}>
        {pagesText().outbox}
      </Link>
    </Page>
  );
}
