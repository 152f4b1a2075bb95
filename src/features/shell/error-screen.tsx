import type { ReactNode } from 'react';
import { GetHelp } from '../../get-help.tsx';
import { errorsText } from '../../messages/errors.ts';
import { OUTBOX_PATH } from '../../page-paths.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { errorText } from './error-text.ts';
import { isFailedLoad } from './failed-loads.ts';
import { useOnline } from './online.ts';

export interface ErrorScreenProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly Link?: LinkComponent;
  /** A button that exports unsent submissions without the screen that failed. */
  readonly rescue?: ReactNode;
}

/** Shown in place of a screen that failed with an error. Drafts are safe: they are saved while they are typed. */
export function ErrorScreen({ error, onRetry, Link = PlainLink, rescue }: ErrorScreenProps) {
  const t = errorsText();
  const online = useOnline();
  const words = errorText({
    failedLoad: isFailedLoad(error),
    online,
    errorName: error instanceof Error ? error.name : '',
  });
  return (
    <Page>
      <PageTitle>{words.title}</PageTitle>
      <Banner
        actions={
          <>
            <Button onClick={onRetry} variant="primary">
              {t.tryAgain}
            </Button>
            <Link className={buttonClass('secondary')} to={OUTBOX_PATH}>
              {t.toOutbox}
            </Link>
            {rescue}
            <GetHelp Link={Link} />
          </>
        }
        kind="error"
        title={words.happened}
      >
        {words.todo}
      </Banner>
    </Page>
  );
}
