import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Shell } from '../features/shell/shell.tsx';
import { Home } from '../features/site/home.tsx';
import { TermsConditions } from '../features/site/terms-conditions.tsx';
import { htmlText } from '../messages/html.ts';
import { HOME_PATH, TERMS_PATH } from '../page-paths.ts';
import { Spinner } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';

/** A page that is readable before any script; null: the skeleton that every other one starts from. */
type StaticPath = typeof HOME_PATH | typeof TERMS_PATH | null;

function screenOf(path: StaticPath): ReactNode {
  switch (path) {
    case HOME_PATH:
      return <Home />;
    case TERMS_PATH:
      return <TermsConditions />;
    case null:
      return (
        <Page>
          <Spinner label={htmlText().opening} />
        </Page>
      );
  }
}

/** The markup that the build writes into a page's HTML; null: what every other route shows while it loads. */
export function renderStatic(path: StaticPath): string {
  return renderToStaticMarkup(
    <Shell chrome="full" environment={null}>
      {screenOf(path)}
    </Shell>,
  );
}
