import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { IconWarning } from '../../ui/icons.tsx';
import { ListRow } from '../../ui/list.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import type { OddButtonsProps } from './odd-buttons.tsx';

// Odd entries are rare. Where the buttons can't be fetched, the entry still says what it is, and the list stays.
const LateButtons = lazy<ComponentType<OddButtonsProps>>(() =>
  import('./odd-buttons.tsx').then(
    ({ OddButtons }) => ({ default: OddButtons }),
    () => ({ default: () => null }),
  ),
);

const OddButtons = (props: OddButtonsProps): ReactNode => (
  <Suspense>
    <LateButtons {...props} />
  </Suspense>
);

const oddTitle = 'This entry cannot be shown';
const oddWords =
  'Something in it is not as this version of Veld writes it. It is still on this phone. Update Veld, or export it for support, before you delete it.';

/** In a list, in the place of a row that could not be drawn. */
export function OddRow(props: OddButtonsProps): ReactNode {
  return (
    <ListRow
      actions={<OddButtons {...props} />}
      detail={oddWords}
      icon={<IconWarning />}
      title={oddTitle}
    />
  );
}

/** In the place of the page of a submission that could not be drawn. */
export function OddPage(props: OddButtonsProps): ReactNode {
  return (
    <Page>
      <PageTitle>{oddTitle}</PageTitle>
      <p>{oddWords}</p>
      <OddButtons {...props} />
    </Page>
  );
}
