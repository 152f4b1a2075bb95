import { type ReactNode, useId, useState } from 'react';
import { type FormId, formId, formIdKey } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import type { Submission } from '../../../domain/submission-types.ts';
import { correctionText, verdictText } from '../../../messages/captured.ts';
import { formatSoon } from '../../../messages/formats.ts';
import { outboxText } from '../../../messages/outbox.ts';
import { format, sentences } from '../../../messages/text.ts';
import type { ReturnedRegistration } from '../../../store/drafts/begin-correction.ts';
import type { Store } from '../../../store/open-store.ts';
import type { ReturnWithoutReceipt } from '../../../store/outbox/verdict-rows.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button } from '../../../ui/content/button.tsx';
import { ListRow } from '../../../ui/content/list.tsx';
import { Skeleton } from '../../../ui/content/loading.tsx';
import { IconWarning } from '../../../ui/frame/icons.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { focusScreen, Page, PageTitle } from '../../../ui/frame/page.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import styles from '../outbox.module.css';
import { orNotice } from '../outbox-context.ts';
import { SubmissionNotFound } from './status-sentence.tsx';
import { reasonText, simTailOf } from './submission-text.ts';

/** Opens the form of the correction. Rejects if the correction could not begin. */
export type StartCorrection = (returned: ReturnedRegistration) => Promise<void>;

interface QuestionProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly onStart: StartCorrection;
  readonly onClose: () => void;
  /** The buttons that begin a correction: each label, and the registration to correct. */
  readonly choices: readonly (readonly [label: string, returned: ReturnedRegistration])[];
}

/** Asks before a correction begins, because the customer must be there. */
function Question({ title, children, onStart, onClose, choices }: QuestionProps) {
  const t = correctionText();
  const [busy, setBusy] = useState(false);

  async function start(returned: ReturnedRegistration) {
    setBusy(true);
    await onStart(returned).catch(() => {
      notify(t.notBegun, { kind: 'warning' });
      onClose();
    });
  }

  return (
    <Dialog
      actions={
        <>
          {choices.map(([label, returned]) => (
            <Button busy={busy} key={label} onClick={() => void start(returned)} variant="primary">
              {label}
            </Button>
          ))}
          <Button onClick={onClose}>{t.notNow}</Button>
        </>
      }
      onClose={onClose}
      open
      title={title}
    >
      <p>{t.detail}</p>
      {children}
    </Dialog>
  );
}

export interface StartCorrectionDialogProps {
  readonly submission: Submission;
  readonly onStart: StartCorrection;
  readonly onClose: () => void;
}

export function StartCorrectionDialog({
  submission,
  onStart,
  onClose,
}: StartCorrectionDialogProps) {
  const t = correctionText();
  const { id } = submission;
  const tail = simTailOf(submission);
  const reference = submission.formId === null ? null : referenceOf(submission.formId);
  return (
    <Question
      onClose={onClose}
      onStart={onStart}
      title={reference === null ? verdictText().returned : format(t.title, { reference })}
      choices={[[t.confirm, id]]}
    >
      <p>{tail === '' ? t.needsAny : format(t.needs, { tail })}</p>
    </Question>
  );
}

/**
 * 'OK, I know', whose button then goes. Moves the focus to the heading of its section, or to the screen's if the section
 * goes too.
 */
export function sayKnown(
  store: Pick<Store, 'dismissVerdict'>,
  returned: FormId,
  button: HTMLElement,
  keepsSection: boolean,
): Promise<unknown> {
  // The row may be gone once the answer is stored.
  const heading = keepsSection ? button.closest('section')?.querySelector('h2') : null;
  return orNotice(
    store.dismissVerdict(returned).then(() => {
      button.blur();
      if (heading && document.activeElement === document.body) {
        heading.tabIndex = -1;
        heading.focus({ preventScroll: true });
      }
      focusScreen();
      notify(verdictText().marked);
    }),
  );
}

export interface ReturnsWithoutReceiptProps {
  readonly returns: readonly ReturnWithoutReceipt[];
  readonly store: Pick<Store, 'dismissVerdict'>;
  readonly now: number;
  readonly onStart: StartCorrection;
}

/**
 * The returned registrations of which this phone has no receipt. A person corrects each, or says that they know. A form that
 * the operator has twice needs no correction.
 */
export function ReturnsWithoutReceipt({
  returns,
  store,
  now,
  onStart,
}: ReturnsWithoutReceiptProps) {
  const t = correctionText();
  const heading = useId();
  const [correcting, setCorrecting] = useState<ReturnWithoutReceipt | null>(null);
  return (
    <section aria-labelledby={heading}>
      <div className={styles['heading']}>
        <h2 id={heading}>{t.withoutReceipt}</h2>
      </div>
      <ul aria-labelledby={heading} className={styles['list']}>
        {returns.map((returned) => (
          <ListRow
            actions={
              <>
                {returned.code === 'duplicate' ? null : (
                  <Button onClick={() => setCorrecting(returned)} variant="primary">
                    {outboxText().correct}
                  </Button>
                )}
                <Button
                  onClick={({ currentTarget }) =>
                    void sayKnown(store, returned.formId, currentTarget, returns.length > 1)
                  }
                  variant="quiet"
                >
                  {verdictText().known}
                </Button>
              </>
            }
            detail={sentences(
              reasonText(returned),
              format(t.returnedAt, { when: formatSoon(returned.at, now) }),
            )}
            icon={<IconWarning />}
            key={returned.formId}
            title={format(t.reference, { reference: referenceOf(returned.formId) })}
          />
        ))}
      </ul>
      {correcting === null ? null : (
        <Question
          onClose={() => setCorrecting(null)}
          onStart={onStart}
          title={format(t.title, { reference: referenceOf(correcting.formId) })}
          choices={[
            [outboxText().kind.registration, { formId: correcting.formId, kind: 'registration' }],
            [outboxText().kind.replacement, { formId: correcting.formId, kind: 'replacement' }],
          ]}
        >
          <p>{t.needsAny}</p>
          <p>{t.whichKind}</p>
        </Question>
      )}
    </section>
  );
}

export interface NotHereProps extends Omit<ReturnsWithoutReceiptProps, 'returns' | 'store'> {
  /** The id of a submission, or the formId of a registration without a receipt. */
  readonly id: string;
  readonly store: Store;
  readonly Link: LinkComponent;
}

/** A page whose submission is not on this phone. It shows the return if the operator returned a form with this formId. */
export function NotHere({ id, store, Link, ...rest }: NotHereProps) {
  const t = correctionText();
  const overview = useStored(() => store.queries.overview(), [store]);
  if (overview === undefined)
    return (
      <Page>
        <Skeleton label={outboxText().reading} lines={6} />
      </Page>
    );
  const key = formIdKey(formId(id));
  const returns = overview.withoutReceipt.filter((each) => formIdKey(each.formId) === key);
  const [returned] = returns;
  if (returned === undefined) return <SubmissionNotFound Link={Link} />;
  return (
    <Page>
      <PageTitle>{format(t.reference, { reference: referenceOf(returned.formId) })}</PageTitle>
      <p>{t.noReceiptHere}</p>
      <ReturnsWithoutReceipt {...rest} returns={returns} store={store} />
    </Page>
  );
}
