import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pauseOf } from '../../../src/domain/submission-state.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { CapturedView } from '../../../src/features/outbox/captured/captured-screen.tsx';
import { worstProblem } from '../../../src/features/outbox/home/home-strip.tsx';
import { HoldStrip } from '../../../src/features/outbox/list/hold-strip.tsx';
import { rowGroups } from '../../../src/features/outbox/list/row-groups.ts';
import { SubmissionList } from '../../../src/features/outbox/list/submission-list.tsx';
import { SubmissionView } from '../../../src/features/outbox/submission/submission-screen.tsx';
import type { Store } from '../../../src/store/open-store.ts';
import { PlainLink } from '../../../src/ui/frame/link.tsx';
import { notificationText } from '../../../sw/notification-text.ts';
import type { Cell } from './cells.ts';
import { asListed, now } from './submissions.ts';

const nothing = () => undefined;

export const words = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The test renders a screen only once, so no query has an answer yet. */
const store = {
  queries: { waitingLoad: () => ({ read: async () => null, subscribe: () => () => undefined }) },
} as unknown as Store;

/** Renders as in the browser of the cell. */
function draw({ situation }: Cell, drawn: ReactNode): string {
  const place = globalThis as unknown as { document?: object; addEventListener?: () => void };
  place.addEventListener = nothing;
  // Without a `document` the app assumes a browser that sends while Veld is closed.
  if (!situation.sendsWhenClosed) place.document = {};
  try {
    return renderToStaticMarkup(drawn);
  } finally {
    delete place.document;
    delete place.addEventListener;
  }
}

/** Returns the names of buttons and links in their order. `onlyPrimary`: of the main buttons only. */
export const actions = (html: string, onlyPrimary = false): string[] =>
  [...html.matchAll(/<(button|a)( [^>]*)?>.*?<\/\1>/g)]
    .filter(([, , attributes = '']) => !onlyPrimary || attributes.includes('primary'))
    .map(([one]) => words(one));

export const captured = (cell: Cell, verdict?: Verdict): string =>
  draw(
    cell,
    <CapturedView
      context={{ ...cell.situation, needsUnlock: false, now }}
      hasSignIn={cell.situation.hasSignIn}
      Link={PlainLink}
      onAnotherSim={nothing}
      onCorrect={nothing}
      onNextCustomer={nothing}
      onSendPhotos={async () => undefined}
      onStartCorrection={async () => undefined}
      online={cell.situation.online}
      remembered={{ name: 'Thandi Nkosi', phone: '', canGoOn: cell.status !== 'draft' }}
      submission={cell.submission}
      verdict={verdict}
    />,
  );

const doing = {
  sendNow: async () => undefined,
  sendRest: async () => 'done' as const,
  backToDraft: async () => true,
  remove: async () => 'removed' as const,
};

export const details = (cell: Cell, verdict?: Verdict): string =>
  draw(
    cell,
    <SubmissionView
      actions={doing}
      context={{ ...cell.situation, needsUnlock: false, now }}
      hasSignIn={cell.situation.hasSignIn}
      Link={PlainLink}
      onCorrect={nothing}
      onDeleted={nothing}
      onDraft={nothing}
      onNextSim={nothing}
      onStartCorrection={async () => undefined}
      online={cell.situation.online}
      store={store}
      submission={cell.submission}
      verdict={verdict}
    />,
  );

/** Renders one row of the outbox. */
export const row = (cell: Cell): string =>
  draw(
    cell,
    <SubmissionList
      context={{ ...cell.situation, needsUnlock: false, now }}
      groups={rowGroups(
        {
          wanted: { limit: 2 },
          refused: [],
          returned: [],
          rows: asListed([cell.submission]),
          totals: new Map(),
        },
        1,
        now,
      )}
      hasMore={false}
      Link={PlainLink}
      unreadable={{ exportDialog: () => null, remove: async () => 'removed' as const }}
      onCorrect={nothing}
      onCorrectReturned={nothing}
      onExport={nothing}
      onMore={nothing}
      onSendRest={async () => undefined}
      total={1}
    />,
  );

/** Renders the strip above the outbox's list. */
export const strip = (cell: Cell): string =>
  draw(
    cell,
    <HoldStrip
      context={{ ...cell.situation, needsUnlock: false, now }}
      hasSignIn={cell.situation.hasSignIn}
      Link={PlainLink}
      online={cell.situation.online}
      sendNow={doing.sendNow}
      store={store}
      waiting={1}
    />,
  );

/** Returns the text of Home's strip if the phone has only this submission. Returns an empty text if there is no strip. */
export function home({ submission, situation }: Cell): string {
  const waiting = submission.status === 'queued' ? 1 : 0;
  const text = worstProblem({
    ...situation,
    waiting,
    ownWaiting: waiting,
    refused: submission.status === 'rejected' ? 1 : 0,
    returned: { count: 0, hasDuplicate: false },
    oldestUnsentAt: null,
    photosWait: situation.photos !== 'go',
    phone: null,
    begin: { may: 'yes' },
    now,
  });
  return text === null ? '' : `${text.title} ${text.detail}`;
}

/** Returns the text of the worker's notification after its last attempt. Returns an empty text if there is none. */
export const notification = ({ submission, situation }: Cell): string =>
  notificationText({
    delivered: submission.status === 'delivered' ? 1 : 0,
    needAttention: submission.status === 'rejected' ? 1 : 0,
    waiting: submission.status === 'queued' ? 1 : 0,
    waitingForWifiOrUnlock: 0,
    verdicts: { active: 0, returned: 0 },
    isLastChance: true,
    pause: pauseOf(situation.hold),
  }) ?? '';
