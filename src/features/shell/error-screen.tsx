import type { ReactNode } from 'react';
import { errorsText } from '../../messages/shell.ts';
import { OUTBOX_PATH } from '../../paths/page-paths.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { GetHelp } from '../../ui/frame/get-help.tsx';
import { type LinkComponent, PlainLink } from '../../ui/frame/link.tsx';
import { Page, PageTitle } from '../../ui/frame/page.tsx';
import { useOnline } from './online.ts';

export type ErrorText = Readonly<{
  title: string;
  /** First the error, then the statement that the data is safe. */
  happened: string;
  todo: string;
}>;

type Situation = Readonly<{
  /** True if the screen's code could not be loaded. */
  failedLoad: boolean;
  online: boolean;
  /** `error.name`. Web standards define names, but not messages. */
  errorName: string;
}>;

const storageNames: ReadonlySet<string> = new Set([
  'QuotaExceededError',
  'OpenFailedError',
  'UnknownError',
  'DatabaseClosedError',
  'MissingAPIError',
]);

/**
 * The texts for an error: the error itself and the next step. They never include the error's own message, which may
 * contain personal data.
 */
export function errorText({ failedLoad, online, errorName }: Situation): ErrorText {
  const t = errorsText();
  if (!failedLoad && errorName === 'OpenTimedOut') return t.storageSlow;
  if (!failedLoad && storageNames.has(errorName)) return t.storageFailed;
  const words = failedLoad
    ? t[online ? 'notLoaded' : 'notHereYet']
    : t[errorName === 'VersionError' ? 'oldVersion' : 'unknown'];
  return { ...words, happened: `${words.happened} ${t.kept}` };
}

type LoadFailure = Event & { readonly payload?: unknown };

const failures = new WeakSet<object>();

/**
 * Remembers which errors mean that code could not be loaded. Vite's loader reports them ('vite:preloadError'), so the
 * text of the error is not needed. Call this once, when the page starts.
 */
export function watchFailedLoads(page: EventTarget = window): () => void {
  function remember(event: LoadFailure) {
    if (typeof event.payload === 'object' && event.payload !== null) failures.add(event.payload);
  }
  page.addEventListener('vite:preloadError', remember);
  return () => page.removeEventListener('vite:preloadError', remember);
}

export function isFailedLoad(error: unknown): boolean {
  return typeof error === 'object' && error !== null && failures.has(error);
}

export interface ErrorScreenProps {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly Link?: LinkComponent;
  /** A button that exports unsent submissions without the screen that failed. */
  readonly rescue?: ReactNode;
}

/**
 * Shown instead of a screen that failed with an error. Drafts are safe, because they are saved while the agent types.
 */
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
