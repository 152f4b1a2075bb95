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

// Unreadable entries are rare, so the buttons are loaded on demand. If they cannot be loaded, the entry is shown
// without them.
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
  // The worker can still send this submission. Deleting it would lose the data, so no buttons are shown.
  if (keyLost.isSent) return { title: t.closed, detail: t.waitsDetail };
  const at = formatWhen(keyLost.since);
  return {
    title: keyLost.isDraft ? t.keyLost : t.keyLostSent,
    detail: format(t.keyLostDetail, { at }),
  };
}

/** Shown in a list instead of a row that cannot be drawn. */
export function UnreadableRow(props: UnreadableActionsProps): ReactNode {
  return (
    <ListRow
      actions={props.keyLost?.isSent ? null : <UnreadableActions {...props} />}
      {...wordsFor(props.keyLost)}
      icon={<IconWarning />}
    />
  );
}

/** Shown instead of the page of a submission that cannot be drawn. */
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
