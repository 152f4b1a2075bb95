import { submissionText } from '../../messages/submission.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconOutbox } from '../../ui/icons.tsx';
import type { LinkComponent } from '../../ui/link.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';

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
