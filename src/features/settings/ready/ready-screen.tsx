import { useState } from 'react';
import { count } from '../../../messages/count.ts';
import { pagesText } from '../../../messages/pages.ts';
import { readyText } from '../../../messages/ready.ts';
import { OUTBOX_PATH, PRACTISE_PATH } from '../../../page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { buttonClass } from '../../../ui/button-class.ts';
import { Card } from '../../../ui/card.tsx';
import { IconCheck, IconClock, IconWarning } from '../../../ui/icons.tsx';
import type { LinkComponent } from '../../../ui/link.tsx';
import { List, ListRow } from '../../../ui/list.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Page, PageTitle } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useInstallOffer } from '../install-offer.ts';
import { askForAlerts, askForLocation, askForProtection } from './ask-browser.ts';
import { type LineAction, type LineState, type ReadyLine, thingsToDo } from './ready-lines.ts';
import { useReadyLines } from './use-ready-lines.ts';

export interface ReadyScreenProps {
  readonly store: Store;
  /** Has the outbox look for the server, which fetches form numbers too. */
  readonly wake: () => void;
  readonly Link: LinkComponent;
}

const icons = { good: IconCheck, todo: IconWarning, unknown: IconClock };
const badges = { good: 'sent', todo: 'attention', unknown: 'draft' } as const satisfies Record<
  LineState,
  string
>;

function actionText(action: Exclude<LineAction, 'outbox'>, isOffered: boolean): string {
  const t = readyText();
  switch (action) {
    case 'load':
      return t.load;
    case 'check':
      return t.checkAgain;
    case 'protect':
      return isOffered ? t.install : t.protect;
    case 'location':
      return t.allowLocation;
    case 'alerts':
      return t.allowAlerts;
    case 'numbers':
      return t.fetchNumbers;
  }
}

/** 'Ready for the field': what must be true before somebody leaves the signal, each with its state, why, and one button. */
export function ReadyScreen({ store, wake, Link }: ReadyScreenProps) {
  const t = readyText();
  const { lines, look } = useReadyLines(store);
  const isOffered = useInstallOffer();
  const [busy, setBusy] = useState<LineAction | null>(null);

  async function run(action: LineAction) {
    setBusy(action);
    if (action === 'load') location.reload();
    if (action === 'protect') await askForProtection();
    if (action === 'location') await askForLocation();
    if (action === 'alerts') await askForAlerts(store).catch(() => undefined);
    if (action === 'numbers') wake();
    look();
    setBusy(null);
  }

  const buttonOf = ({ action }: ReadyLine) => {
    if (action === null) return null;
    if (action === 'outbox')
      return (
        <Link className={buttonClass('primary')} to={OUTBOX_PATH}>
          {t.toOutbox}
        </Link>
      );
    return (
      <Button busy={busy === action} onClick={() => void run(action)}>
        {actionText(action, isOffered)}
      </Button>
    );
  };

  const missing = lines === null ? 0 : thingsToDo(lines);
  return (
    <Page>
      <PageTitle lead={t.lead}>{pagesText().ready}</PageTitle>
      {lines === null ? (
        <Skeleton label={pagesText().ready} lines={8} />
      ) : (
        <>
          <Banner kind={missing === 0 ? 'success' : 'warning'}>
            {missing === 0 ? t.allGood : count(t.todo, missing)}
          </Banner>
          <List label={t.lines}>
            {lines.map((line) => {
              const Icon = icons[line.state];
              return (
                <ListRow
                  actions={buttonOf(line)}
                  detail={line.text}
                  icon={<Icon />}
                  key={line.id}
                  title={t.name[line.id]}
                  trailing={
                    <StatusBadge status={badges[line.state]}>{t.state[line.state]}</StatusBadge>
                  }
                />
              );
            })}
          </List>
        </>
      )}
      <Card title={pagesText().practise}>
        <p>{t.practise}</p>
        <Link className={buttonClass('secondary', true)} to={PRACTISE_PATH}>
          {pagesText().practise}
        </Link>
      </Card>
    </Page>
  );
}
