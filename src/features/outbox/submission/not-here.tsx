import { submissionText } from '../../../messages/submission.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { buttonClass } from '../../../ui/content/button.tsx';
import { EmptyState } from '../../../ui/content/list.tsx';
import { IconOutbox } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Page, PageTitle } from '../../../ui/frame/page.tsx';

/** In the place of a submission that this phone does not have. */
export function NotHere({ Link }: { readonly Link: LinkComponent }) {
  const t = submissionText();
  return (
    <Page>
      <PageTitle>{t.notHere}</PageTitle>
      <EmptyState
        action={
          <Link className={buttonClass('primary')} to={OUTBOX_PATH}>
            {t.openOutbox}
          </Link>
        }
        icon={<IconOutbox />}
        title={t.notHereTitle}
      >
        {t.notHereDetail}
      </EmptyState>
    </Page>
  );
}
