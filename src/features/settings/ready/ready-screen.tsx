import { type ReactNode, useState } from 'react';
import { formatNumber } from '../../../messages/formats.ts';
import { readyText } from '../../../messages/help.ts';
import { settingsText } from '../../../messages/settings.ts';
import { pagesText } from '../../../messages/shell.ts';
import { format } from '../../../messages/text.ts';
import { OUTBOX_PATH, PRACTISE_PATH } from '../../../paths/page-paths.ts';
import { within } from '../../../platform/timers.ts';
import type { Store } from '../../../store/open-store.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { Fold, LinkRow, List } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { LandscapeBand } from '../../../ui/content/panel.tsx';
import { GetHelp } from '../../../ui/frame/get-help.tsx';
import { IconCheck, IconError, IconPencil } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { focusScreen, Page } from '../../../ui/frame/page.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { promptInstall, useInstallOffer } from '../install-prompt.ts';
import { protectForms } from '../phone-page.tsx';
import {
  type LineAction,
  linesAtRest,
  MIN_FORM_NUMBERS,
  type ReadyLine,
  thingsToDo,
} from './ready-lines.ts';
import styles from './ready-screen.module.css';
import { putAside, useReadyLines } from './use-ready-lines.ts';

/* The browser's permission questions. Each one is asked only after the person presses the button below the
   explanation. */

/** Resolves to false if no location was found. The caller then reads the permission again. */
const askForLocation = (): Promise<boolean> =>
  new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      () => resolve(true),
      () => resolve(false),
      { timeout: 10_000 },
    );
  });

async function askForAlerts(store: Store): Promise<void> {
  const wantsNotifications = (await Notification.requestPermission()) === 'granted';
  try {
    await (await store.settings()).set({ wantsNotifications });
  } catch {
    notify(settingsText().notSaved, { kind: 'error' });
  }
}

/** Offers the installation if the browser allows it, because it protects best. Then requests persistent storage. */
async function askForProtection(): Promise<void> {
  // Just after an installation, the browser may still refuse. The page then must not ask for another one.
  await protectForms((await promptInstall()) === 'accepted');
}

/** With a weak signal, a request can wait for minutes before it fails. */
const MAX_WAIT_MS = 10_000;

/**
 * Loads the page again if its server answers, else resolves to false. The browser would show its own error page, and
 * without a worker Veld would be gone. A HEAD request bypasses the caches.
 */
async function loadAgain(): Promise<boolean> {
  const asked = fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  const answers = await within(MAX_WAIT_MS, asked, () => false);
  if (answers) location.reload();
  return answers;
}

/** Asks for references, and says so if none comes in time. */
async function fetchNumbers(store: Store, wake: () => void): Promise<void> {
  let end = (): void => undefined;
  let first: number | undefined;
  let newest = 0;
  const isFull = new Promise<void>((resolve) => {
    end = store.queries.readinessChecks().subscribe(({ formNumbers }) => {
      first ??= formNumbers;
      newest = formNumbers;
      if (formNumbers >= MIN_FORM_NUMBERS) resolve();
    });
  });
  wake();
  await within(MAX_WAIT_MS, isFull, () => undefined);
  if (newest <= (first ?? 0)) notify(readyText().numbersNotCome, { kind: 'warning' });
  end();
}

export interface ReadyScreenProps {
  readonly store: Store;
  /** Makes the outbox contact the server, which also fetches form numbers. */
  readonly wake: () => void;
  readonly Link: LinkComponent;
  /** The line about the scanner. */
  readonly scanner: ReactNode;
}

type PressedAction = Exclude<LineAction, 'outbox' | 'help'>;

function actionText(action: PressedAction, isOffered: boolean): string {
  const t = readyText();
  switch (action) {
    case 'load':
      return t.load;
    case 'check':
    case 'locate':
      return t.checkAgain;
    case 'protect':
      return isOffered ? t.install : t.protect;
    case 'location':
    case 'alerts':
      return t.allow;
    case 'numbers':
      return t.fetchNumbers;
  }
}

/** A recommended action (`todo`). The button with the dots offers 'Not now'. */
function Tip({
  line: { title, text },
  action,
  onAside,
}: {
  readonly line: ReadyLine;
  readonly action: ReactNode;
  readonly onAside: (button: HTMLElement) => void;
}) {
  const t = readyText();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={styles['tip']}>
      <div className={styles['words']}>
        <h3 className={styles['title']}>{title}</h3>
        <p className={styles['text']}>{text}</p>
      </div>
      {isOpen ? (
        <Button onClick={({ currentTarget }) => onAside(currentTarget)} variant="quiet">
          {t.notNow}
        </Button>
      ) : (
        action
      )}
      <Button
        aria-expanded={isOpen}
        aria-label={format(t.more, { name: title })}
        className={styles['dots']}
        onClick={() => setIsOpen(!isOpen)}
        variant="quiet"
      >
        <span aria-hidden="true">⋯</span>
      </Button>
    </li>
  );
}

/** One line of a condition that is met, or that the browser does not report. */
function Line({
  line: { state, title, text },
  action,
}: Readonly<{ line: ReadyLine; action: ReactNode }>) {
  const t = readyText();
  const states = { good: undefined, aside: t.notNow, unknown: t.notKnown };
  return (
    <Fold
      icon={state === 'good' ? <IconCheck className={styles['tick']} /> : undefined}
      isLine
      state={state === 'good' || state === 'aside' || state === 'unknown' ? states[state] : ''}
      title={title}
    >
      <p>{text}</p>
      {action}
    </Fold>
  );
}

/**
 * 'Ready for the field': the conditions to check before an agent loses signal. First what stops sending or saving, then
 * what is good to do, then what is ready.
 */
export function ReadyScreen({ store, wake, Link, scanner }: ReadyScreenProps) {
  const t = readyText();
  const [noLocation, setNoLocation] = useState(false);
  const { lines, look } = useReadyLines(store, noLocation);
  const isOffered = useInstallOffer();
  const [busy, setBusy] = useState<LineAction | null>(null);
  const [mustStay, setMustStay] = useState(false);

  async function run(action: LineAction) {
    setBusy(action);
    if (action === 'load') setMustStay(!(await loadAgain()));
    if (action === 'protect') await askForProtection();
    if (action === 'location' || action === 'locate') setNoLocation(!(await askForLocation()));
    if (action === 'alerts') await askForAlerts(store);
    if (action === 'numbers') await fetchNumbers(store, wake);
    look();
    setBusy(null);
  }

  const buttonOf = ({ action, title }: ReadyLine) => {
    if (action === null) return null;
    if (action === 'help') return <GetHelp Link={Link} />;
    if (action === 'outbox')
      return (
        <Link className={buttonClass()} to={OUTBOX_PATH}>
          {t.toOutbox}
        </Link>
      );
    const text = actionText(action, isOffered);
    return (
      <Button
        aria-label={text === t.allow ? format(t.allowFor, { name: title }) : undefined}
        busy={busy === action}
        className={styles['do']}
        onClick={() => void run(action)}
      >
        {text}
      </Button>
    );
  };

  if (lines === null)
    return (
      <Page>
        <Skeleton label={pagesText().ready} lines={8} />
      </Page>
    );
  const stops = lines.filter(({ state }) => state === 'stop');
  const tips = lines.filter(({ state }) => state === 'todo');
  const atRest = linesAtRest(lines).map((line) => (
    <Line action={buttonOf(line)} key={line.id} line={line} />
  ));
  return (
    <Page>
      {stops.map((line) => (
        <section className={styles['stop']} key={line.id}>
          <IconError />
          <div className={styles['words']}>
            <h2 className={styles['title']}>{line.title}</h2>
            {line.action === 'load' && mustStay ? (
              // The code of toasts may not be on this phone.
              <p className={styles['text']} role="alert">
                {t.stay}
              </p>
            ) : (
              <p className={styles['text']}>{line.text}</p>
            )}
          </div>
          {buttonOf(line)}
        </section>
      ))}
      {tips.length > 0 ? (
        <section className={styles['group']}>
          <h2 className={styles['heading']}>{t.tips}</h2>
          <List>
            {tips.map((line) => (
              <Tip
                action={buttonOf(line)}
                key={line.id}
                line={line}
                onAside={(button) => {
                  // The line goes, with its focused button.
                  focusScreen(button);
                  putAside(line.id, Date.now());
                  look();
                  notify(t.aside);
                }}
              />
            ))}
          </List>
        </section>
      ) : null}
      {thingsToDo(lines) === 0 ? (
        <section>
          <LandscapeBand isLow />
          <h2 className={styles['all']}>{t.allGood}</h2>
        </section>
      ) : null}
      {stops.length + tips.length > 1 ? (
        <Fold state={formatNumber(atRest.length)} title={t.done}>
          <div className={styles['rest']}>{atRest}</div>
        </Fold>
      ) : (
        <section className={styles['group']}>
          <h2 className={styles['heading']}>{t.done}</h2>
          <div>{atRest}</div>
        </section>
      )}
      <List>
        <LinkRow icon={<IconPencil />} Link={Link} title={t.practise} to={PRACTISE_PATH} />
      </List>
      {scanner}
    </Page>
  );
}
