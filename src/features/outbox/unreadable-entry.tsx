import type { ReactNode } from 'react';
import { formatWhen } from '../../messages/formats.ts';
import { outboxText } from '../../messages/outbox.ts';
import { format } from '../../messages/text.ts';
import type { KeyLost } from '../../store/lists/outbox-queries.ts';
import { ListRow } from '../../ui/content/list.tsx';
import { IconWarning } from '../../ui/frame/icons.tsx';
import { lazyComponent } from '../../ui/frame/lazy-component.tsx';
import { Page, PageTitle } from '../../ui/frame/page.tsx';
import type { UnreadableActionsProps } from './unreadable-actions.tsx';

// Unreadable entries are rare. If the buttons cannot be loaded, the entry still says what it is, and the list stays.
const UnreadableActions = lazyComponent<UnreadableActionsProps>(() =>
  import('./unreadable-actions.tsx').then(
    (module) => module.UnreadableActions,
    () => () => null,
  ),
);

type Words = Readonly<{ title: string; detail: string }>;

function wordsFor(keyLost: KeyLost | undefined): Words {
  const t = outboxText();
  if (keyLost === undefined) return { title: t.unreadable, detail: t.unreadableDetail };
  // Deleting it would lose it.
  if (keyLost.isSent) return { title: t.closed, detail: t.waitsDetail };
  const at = formatWhen(keyLost.since);
  return {
    title: keyLost.isDraft ? t.keyLost : t.keyLostSent,
    detail: format(t.keyLostDetail, { at }),
  };
}

/** In a list, in the place of a row that could not be drawn. */
export function UnreadableRow(props: UnreadableActionsProps): ReactNode {
  return (
    <ListRow
      actions={props.keyLost?.isSent ? null : <UnreadableActions {...props} />}
      {...wordsFor(props.keyLost)}
      icon={<IconWarning />}
    />
  );
}

/** In the place of the page of a submission that could not be drawn. */
export function UnreadablePage(props: UnreadableActionsProps): ReactNode {
  const { detail, title } = wordsFor(props.keyLost);
  return (
    <Page>
      <PageTitle>{title}</PageTitle>
      <p>{detail}</p>
      {props.keyLost?.isSent ? null : <UnreadableActions {...props} />}
    </Page>
  );
}
