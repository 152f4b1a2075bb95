import { type ReactNode, useState } from 'react';
import type { FormKind } from '../../../domain/forms/form-kinds.ts';
import { referenceOf } from '../../../domain/reference.ts';
import type { StatusLine } from '../../../domain/status-line.ts';
import { needsPerson, refusalOf, type Status } from '../../../domain/submission-state.ts';
import type { Hold, ServerMessage, Submission } from '../../../domain/submission-types.ts';
import type { Verdict } from '../../../domain/verdict.ts';
import { capturedText } from '../../../messages/captured.ts';
import { formatSoon } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { messageText } from '../../../messages/reasons.ts';
import { pagesText } from '../../../messages/shell.ts';
import { submissionText } from '../../../messages/submission.ts';
import { format, sentences } from '../../../messages/text.ts';
import { OUTBOX_PATH } from '../../../paths/page-paths.ts';
import { buttonClass } from '../../../ui/content/button.tsx';
import { classNames } from '../../../ui/content/class-names.ts';
import { ButtonRow } from '../../../ui/content/list.tsx';
import { StatusBadge } from '../../../ui/content/status-badge.tsx';
import { IconError, IconHelp } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Page, PageTitle } from '../../../ui/frame/page.tsx';
import { type HoldSituation, holdNotice } from '../hold-text.ts';
import styles from '../outbox.module.css';
import type { OutboxContext } from '../outbox-context.ts';
import markStyles from './captured-mark.module.css';
import { fieldLabel, simTailOf, verdictSentence } from './submission-text.ts';

/**
 * A tick that is drawn when this phone has saved the submission. The circle is filled once the server has received it.
 * An error icon if the server refused it.
 */
export function CapturedMark({ state }: { readonly state: 'saved' | 'sent' | 'refused' }) {
  if (state === 'refused')
    return (
      <span className={markStyles['refused']}>
        <IconError />
      </span>
    );
  return (
    <svg
      aria-hidden="true"
      className={classNames(markStyles['tick'], state === 'sent' && markStyles['sent'])}
      viewBox="0 0 72 72"
    >
      <circle cx="36" cy="36" r="33" />
      <path d="M22 37l10 10 18-20" pathLength="1" />
    </svg>
  );
}

/** The key by which support finds a form: its reference, else the end of its SIM card number. */
function supportKey(submission: Submission): string {
  const { formId } = submission;
  const reference = formId === null ? null : referenceOf(formId);
  return reference ?? format(capturedText().simTail, { tail: simTailOf(submission) });
}

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The server's messages about fields. If it says the same of several fields, each has its name: 'First name: Required.' */
function fieldWords(kind: FormKind, modelState: ServerMessage['modelState']): readonly string[] {
  const said = Object.values(modelState).flat().map(asSentence);
  if (new Set(said).size === said.length) return said;
  return Object.entries(modelState).flatMap(([key, texts]) => {
    const label = fieldLabel(kind, key);
    return texts.map((text) => (label === undefined ? text : `${label}: ${text}`));
  });
}

/** All server messages about the form's fields, else the message about the whole form. */
function serverWords(submission: Submission): string {
  const message = refusalOf(submission);
  if (message === null) return '';
  const said = fieldWords(submission.kind, message.modelState);
  const whole = message.reason ? [] : [message.heading];
  return (said.length > 0 ? said : [...whole, messageText(message).description])
    .filter((text) => text !== '')
    .map(asSentence)
    .join(' ');
}

export function sentenceText(
  { sentence, keepsOpen }: StatusLine,
  submission: Submission,
  { hold, now }: Pick<OutboxContext, 'hold' | 'now'>,
  verdict?: Verdict,
): string {
  const t = capturedText();
  switch (sentence) {
    case 'sent':
      return verdictSentence(verdict, now) ?? t.sent;
    case 'notReached':
      return keepsOpen ? t.notReachedWhileOpen : t.notReached;
    case 'busy':
    case 'version':
      return keepsOpen
        ? t[`${sentence}WhileOpen`]
        : format(t[sentence], { at: formatSoon(Math.max(hold?.nextProbeAt ?? now, now), now) });
    case 'serverSays':
      return format(t.serverSays, { words: serverWords(submission) });
    case 'ownReason':
      return serverWords(submission);
    case 'serverSaysNothing':
      return format(t.serverSaysNothing, { reference: supportKey(submission) });
    case 'numberLost':
    case 'formLost':
      return sentences(
        format(t[sentence], { reference: supportKey(submission) }),
        // A message made on the phone stands in a banner of its own.
        refusalOf(submission)?.reason
          ? null
          : format(t.serverSays, { words: serverWords(submission) }),
      );
    default:
      return t[sentence];
  }
}

export interface StatusWithSentenceProps {
  readonly status: Status;
  /** The small text beside the status word; '' if there is none. */
  readonly detail: string;
  readonly sentence: string;
}

/** The status word and its sentence. Screen readers announce each change. */
export function StatusWithSentence({ status, detail, sentence }: StatusWithSentenceProps) {
  return (
    <div className={styles['status']} role="status">
      <StatusBadge status={status}>{outboxText().status[status]}</StatusBadge>
      {detail ? <span>{detail}</span> : null}
      <p className={styles['sentence']}>{sentence}</p>
    </div>
  );
}

/**
 * A row that shows why the whole outbox waits, and the steps that end the wait. The steps are open at first if only
 * a person can end the wait.
 */
export function WhatToDo({
  hold,
  ...situation
}: Readonly<{ hold: Hold | null }> & HoldSituation): ReactNode {
  const [asked, setAsked] = useState<boolean | null>(null);
  if (hold === null) return null;
  const isOpen = asked ?? needsPerson(hold);
  const { text } = holdNotice(hold, situation);
  return (
    <ButtonRow
      icon={<IconHelp />}
      isOpen={isOpen}
      onClick={() => setAsked(!isOpen)}
      title={capturedText().whatToDo}
    >
      {isOpen ? text : null}
    </ButtonRow>
  );
}

/** Shown for a submission that is not on this phone. */
export function SubmissionNotFound({ Link }: { readonly Link: LinkComponent }) {
  const t = submissionText();
  return (
    <Page>
      <PageTitle>{t.notHere}</PageTitle>
      <p>{t.notHereDetail}</p>
      <Link className={buttonClass('primary', true)} to={OUTBOX_PATH}>
        {pagesText().outbox}
      </Link>
    </Page>
  );
}
