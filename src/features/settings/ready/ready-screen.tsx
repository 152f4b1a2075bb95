import { useState } from 'react';
import { count } from '../../../messages/count.ts';
import { readyText } from '../../../messages/help.ts';
import { pagesText } from '../../../messages/shell.ts';
import { OUTBOX_PATH, PRACTISE_PATH } from '../../../paths/page-paths.ts';
import type { Store } from '../../../store/open-store.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { Card } from '../../../ui/content/card.tsx';
import { List, ListRow } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { StatusBadge } from '../../../ui/content/status-badge.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { IconCheck, IconClock, IconWarning } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import { promptInstall, useInstallOffer } from '../install-offer.ts';
import { requestPersistence } from '../storage-state.ts';
import { type LineAction, type LineState, type ReadyLine, thingsToDo } from './ready-lines.ts';
import { useReadyLines } from './use-ready-lines.ts';

/* The browser's permission questions. Each one is asked only after the person presses the button below the
   explanation. */

/** Resolves after any answer. The caller then reads the permission again. */
const askForLocation = (): Promise<void> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(),
      () => resolve(),
      { timeout: 10_000 },
    );
  });

async function askForAlerts(store: Store): Promise<void> {
  const wantsNotifications = (await Notification.requestPermission()) === 'granted';
  await (await store.settings()).set({ wantsNotifications });
}

/** Offers the installation if the browser allows it, because it protects best. Then requests persistent storage. */
async function askForProtection(): Promise<void> {
  await promptInstall();
  await requestPersistence(navigator.storage);
}

export interface ReadyScreenProps {
  readonly store: Store;
  /** Makes the outbox contact the server, which also fetches form numbers. */
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

/**
 * 'Ready for the field': the conditions to check before an agent loses signal. Each has its state, the reason and one
 * button.
 */
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
      <p>{t.lead}</p>
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
