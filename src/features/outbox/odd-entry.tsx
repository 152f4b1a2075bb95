import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { outboxText } from '../../messages/outbox.ts';
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

/** In a list, in the place of a row that could not be drawn. */
export function OddRow(props: OddButtonsProps): ReactNode {
  const t = outboxText();
  return (
    <ListRow
      actions={<OddButtons {...props} />}
      detail={t.oddDetail}
      icon={<IconWarning />}
      title={t.odd}
    />
  );
}

/** In the place of the page of a submission that could not be drawn. */
export function OddPage(props: OddButtonsProps): ReactNode {
  const t = outboxText();
  return (
    <Page>
      <PageTitle>{t.odd}</PageTitle>
      <p>{t.oddDetail}</p>
      <OddButtons {...props} />
    </Page>
  );
}
