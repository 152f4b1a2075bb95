import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Shell } from '../features/shell/shell.tsx';
import { Home } from '../features/site/home.tsx';
import { TermsConditions } from '../features/site/terms-conditions.tsx';
import { Spinner } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';

function screenOf(path: '/' | '/help/termsconditions' | null): ReactNode {
  switch (path) {
    case '/':
      return <Home />;
    case '/help/termsconditions':
      return <TermsConditions />;
    case null:
      return (
        <Page>
          <Spinner label="Opening…" />
        </Page>
      );
  }
}

/** The markup that the build writes into a page's HTML; null: what every other route shows while it loads. */
export function renderStatic(path: '/' | '/help/termsconditions' | null): string {
  return renderToStaticMarkup(
    <Shell chrome="full" environment={null}>
      {screenOf(path)}
    </Shell>,
  );
}
