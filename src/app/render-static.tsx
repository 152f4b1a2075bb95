import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { PrerenderedForm } from '../features/form/prerendered-form-view.tsx';
import { Shell } from '../features/shell/shell.tsx';
import { Home } from '../features/site/home.tsx';
import { TermsConditions } from '../features/site/terms-conditions.tsx';
import { htmlText } from '../messages/prerendered.ts';
import { pagesText } from '../messages/shell.ts';
import { HOME_PATH, REGISTER_PATH, REPLACE_PATH, TERMS_PATH } from '../paths/page-paths.ts';
import { Spinner } from '../ui/content/loading.tsx';
import type { Chrome } from '../ui/frame/app-bar.tsx';
import { Page } from '../ui/frame/page.tsx';

/** A page that is readable before any script. Null for the skeleton of all other pages. */
type StaticPath =
  | typeof HOME_PATH
  | typeof REGISTER_PATH
  | typeof REPLACE_PATH
  | typeof TERMS_PATH
  | null;

const inFrame = (chrome: Chrome, screen: ReactNode, title?: string): ReactNode => (
  <Shell chrome={chrome} environment={null} title={title}>
    {screen}
  </Shell>
);

function pageOf(path: StaticPath): ReactNode {
  switch (path) {
    case HOME_PATH:
      return inFrame('home', <Home />);
    case TERMS_PATH:
      return inFrame('full', <TermsConditions />, pagesText().termsConditions);
    case REGISTER_PATH:
      return inFrame('focus', <PrerenderedForm kind="registration" />, pagesText().register);
    case REPLACE_PATH:
      return inFrame('focus', <PrerenderedForm kind="replacement" />, pagesText().replace);
    case null:
      return inFrame(
        'full',
        <Page>
          <Spinner label={htmlText().opening} />
        </Page>,
      );
  }
}

/**
 * Returns the markup that the build writes into a page's HTML. With null, returns the markup of every other route while
 * it loads. The buttons are disabled, because a press would do nothing, or submit the form with all typed data in the
 * address.
 */
export const renderStatic = (path: StaticPath): string =>
  renderToStaticMarkup(pageOf(path)).replaceAll('<button ', '<button disabled="" ');
