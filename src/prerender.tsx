import { renderToStaticMarkup } from 'react-dom/server';
import { Spinner } from './ui/loading.tsx';
import { Page } from './ui/page.tsx';

/** The markup of a page as the build writes it into its HTML; null: what any other route shows while it loads. */
export function renderStatic(path: '/' | '/help/termsconditions' | null): string {
  return renderToStaticMarkup(
    <Page>
      <Spinner label={path === null ? 'Opening Veld…' : 'Veld'} />
    </Page>,
  );
}
