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
import { Page } from '../ui/frame/page.tsx';

/** A page that is readable before any script. Null for the skeleton of all other pages. */
type StaticPath =
  | typeof HOME_PATH
  | typeof REGISTER_PATH
  | typeof REPLACE_PATH
  | typeof TERMS_PATH
  | null;

const inFrame = (screen: ReactNode): ReactNode => (
  <Shell chrome="full" environment={null}>
    {screen}
  </Shell>
);

const formInFrame = (title: string, form: ReactNode): ReactNode => (
  <Shell chrome="focus" environment={null} title={title}>
    {form}
  </Shell>
);

function pageOf(path: StaticPath): ReactNode {
  switch (path) {
    case HOME_PATH:
      return inFrame(<Home />);
    case TERMS_PATH:
      return inFrame(<TermsConditions />);
    case REGISTER_PATH:
      return formInFrame(pagesText().register, <PrerenderedForm kind="registration" />);
    case REPLACE_PATH:
      return formInFrame(pagesText().replace, <PrerenderedForm kind="replacement" />);
    case null:
      return inFrame(
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
