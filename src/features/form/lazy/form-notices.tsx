import { type ReactNode, useEffect, useRef } from 'react';
import { uniqueText } from '../../../domain/forms/check.ts';
import { type Form, fieldsOf, type Section, sectionsOf } from '../../../domain/forms/form.ts';
import type { Values } from '../../../domain/forms/values.ts';
import type { FormId, SubmissionId } from '../../../domain/ids.ts';
import { referenceOf } from '../../../domain/reference.ts';
import type { ReasonCode } from '../../../domain/verdict.ts';
import { count } from '../../../messages/count.ts';
import {
  correctionNoteText,
  formNoticesText,
  formReviewText,
} from '../../../messages/form-review.ts';
import { format, sentences } from '../../../messages/text.ts';
import { OUTBOX_PATH, submissionPath } from '../../../paths/page-paths.ts';
import type { ReturnedForm } from '../../../store/drafts/begin-correction.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { useStored } from '../../../store/use-stored.ts';
import { Button, buttonClass } from '../../../ui/content/button.tsx';
import { Banner } from '../../../ui/frame/banner.tsx';
import { IconInfo, IconWarning } from '../../../ui/frame/icons.tsx';
import { usePromise } from '../../../ui/frame/lazy-component.tsx';
import type { LinkComponent } from '../../../ui/frame/link.tsx';
import { Page } from '../../../ui/frame/page.tsx';
import type { SaveState } from '../autosave.ts';
import { isFailed, isWhole } from '../check-context.ts';
import { labelOf } from '../field-text.ts';
import type { FormState } from '../form-state.ts';
import type { FormParts, UnsavedFile } from '../parts.ts';
import styles from './form-lazy.module.css';
import { leaveSections } from './section-history.ts';

/** Scrolls a notice into view when it mounts, because the agent may be further down in the form. */
export const scrollIntoView = (notice: HTMLElement | null): void =>
  notice?.scrollIntoView({ block: 'center' });

type FailedSave = Extract<SaveState, { status: 'failed' }>;

export function SaveNotice({ reason }: Pick<FailedSave, 'reason'>) {
  const t = formNoticesText();
  const isFull = reason === 'quota';
  return (
    <Banner kind="error" title={isFull ? t.full : t.notSavedYet}>
      <p>{isFull ? t.fullDetail : t.notSavedYetDetail}</p>
    </Banner>
  );
}

export interface StaleNoticeProps {
  readonly form: Form;
  readonly values: Values;
  /** The values that were typed in this tab and are not saved. */
  readonly unsaved: Values;
  readonly onTakeOver: (typed: Values) => void;
}

/** Says that another tab saved a newer draft. The agent can continue in this tab, with or without this tab's values. */
export function StaleNotice({ form, values, unsaved, onTakeOver }: StaleNoticeProps) {
  const t = formNoticesText();
  const labels = sectionsOf(form, values)
    .flatMap((section) => fieldsOf(section, values))
    .filter(({ name }) => name in unsaved)
    .map((field) => labelOf(field, values));
  const takeOver = <Button onClick={() => onTakeOver({})}>{t.takeOver}</Button>;
  return (
    <Banner
      actions={
        labels.length === 0 ? (
          takeOver
        ) : (
          <>
            <Button onClick={() => onTakeOver(unsaved)}>{t.takeOverTyped}</Button>
            {takeOver}
          </>
        )
      }
      kind="warning"
      ref={scrollIntoView}
      title={t.stale}
    >
      <p>{t.staleDetail}</p>
      {labels.length > 0 ? <p>{format(t.staleTyped, { fields: labels.join(', ') })}</p> : null}
    </Banner>
  );
}

export interface UnsavedNoticeProps {
  readonly store: FormStore;
  readonly files: readonly UnsavedFile[];
  readonly parts: Pick<FormParts, 'unsavedFile'>;
  /** The press that waits for the files. Null if there is none. */
  readonly waiting: 'next' | 'submit' | null;
  /** True if the form itself is on the disk. */
  readonly isFormSaved: boolean;
}

function noticeText(
  files: readonly UnsavedFile[],
  { waiting, isFormSaved }: Pick<UnsavedNoticeProps, 'waiting' | 'isFormSaved'>,
): readonly [title: string, text: string] {
  const t = formReviewText();
  const failed = files.filter(isFailed).length;
  if (failed > 0) {
    const detail = isFormSaved ? t.notAddedDetail : t.notAddedUnsavedDetail;
    return [count(t.notAdded, failed), waiting === 'submit' ? t.notSubmittedDetail : detail];
  }
  const preparing = count(t.preparing, files.length);
  switch (waiting) {
    case 'submit':
      return [preparing, t.thenSubmits];
    case 'next':
      return [preparing, t.thenGoesOn];
    case null:
      return [preparing, t.lookMeanwhile];
  }
}

/** Lists the form's unsaved files, each with buttons to continue with or without it. */
export function UnsavedNotice({ store, files, parts, ...press }: UnsavedNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  const isWaiting = press.waiting !== null;
  const hasFailed = files.some(isFailed);
  // The pressed button is at the bottom edge, so the files that it waits for may be out of view.
  useEffect(() => {
    if (isWaiting) place.current?.scrollIntoView({ block: hasFailed ? 'start' : 'nearest' });
  }, [isWaiting, hasFailed]);
  const { unsavedFile: File } = parts;
  const [title, text] = noticeText(files, press);
  return (
    <div className={styles['unsaved']} ref={place}>
      <Banner kind={hasFailed ? 'error' : 'info'} title={title}>
        <p>{text}</p>
        <ul className={styles['unsavedFiles']}>
          {files.map(({ key }) => (
            <li key={key}>
              <File store={store} fileKey={key} />
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** The section that a reason is about. */
const sectionOfReason: Readonly<Record<ReasonCode, Section['id'] | null>> = {
  photoUnreadable: 'documents',
  photoMissing: 'documents',
  wrongDocument: 'documents',
  documentExpired: 'documents',
  detailsDiffer: 'customer',
  addressMissing: 'address',
  simWrong: 'sim',
  signatureMissing: 'sign',
  duplicate: null,
  other: 'customer',
};

// A form that corrects nothing does not load these texts.
const loadReasons = async () =>
  (await import('../../../messages/captured.ts')).verdictText().reason;

/** 'Correction of K7QM-3X9T: a photo cannot be read.' The operator's own words stay as they are. */
function correctionWords(
  corrects: FormId,
  reason: ReturnedForm['reason'],
  reasons: Awaited<ReturnType<typeof loadReasons>>,
): string {
  const t = correctionNoteText();
  const reference = referenceOf(corrects);
  if (reason === null) return format(t.of, { reference });
  const known = reasons[reason.code];
  const words = reason.text || known.charAt(0).toLowerCase() + known.slice(1);
  return format(t.ofReason, { reference, reason: words });
}

export interface CorrectionViewProps {
  readonly corrects: FormId;
  readonly returned: ReturnedForm;
  readonly reasons: Awaited<ReturnType<typeof loadReasons>>;
  readonly section: Section['id'];
  /** All sections of the form. */
  readonly sections: readonly Section['id'][];
  /** The typed SIM card number. */
  readonly sim: string;
}

export function CorrectionView({
  corrects,
  returned,
  reasons,
  section,
  sections,
  sim,
}: CorrectionViewProps) {
  const t = correctionNoteText();
  const { reason, simTail } = returned;
  const words = correctionWords(corrects, reason, reasons);
  const wanted = reason && sectionOfReason[reason.code];
  // A replacement has no address, so the first section says what to do.
  const noted = wanted && !sections.includes(wanted) ? 'customer' : wanted;
  const isSim = section === 'sim' && simTail !== '';
  const tail = isSim ? format(t.simEnded, { tail: simTail }) : null;
  const isOther = reason?.code !== 'simWrong' && isWhole(sim) && !sim.endsWith(simTail);
  // The warning moves the field that the agent types into. The bar with 'Next' must not cover it.
  useEffect(() => {
    const field = document.activeElement;
    if (isOther && field?.matches('input')) field.scrollIntoView({ block: 'nearest' });
  }, [isOther]);
  return (
    <>
      {reason !== null && noted === section ? (
        <div className={styles['correction']} role="note">
          <IconInfo />
          <div>
            <p>{words}</p>
            <p>{sentences(t.toDo[reason.code], tail)}</p>
          </div>
        </div>
      ) : (
        <p className={styles['correctionLine']}>{sentences(words, tail)}</p>
      )}
      {isSim ? (
        <div role="status">
          {isOther ? (
            <p className={styles['otherSim']}>
              <IconWarning />
              {format(t.otherSim, { tail: simTail })}
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}

export interface CorrectionNoteProps {
  readonly store: FormStore;
  readonly corrects: FormId;
  readonly section: Section;
  readonly state: FormState;
}

/** Under each section's heading: the returned form that this one corrects. The section of the reason says what to do. */
export function CorrectionNote({ store, corrects, section, state }: CorrectionNoteProps) {
  const reasons = usePromise(loadReasons);
  const returned = useStored(() => store.queries.returnedForm(corrects), [store, corrects]);
  if (reasons === undefined || returned === undefined) return null;
  return (
    <CorrectionView
      corrects={corrects}
      reasons={reasons}
      returned={returned}
      section={section.id}
      sections={state.form.sections.map(({ id }) => id)}
      sim={uniqueText(state.form, state.content.values)}
    />
  );
}

export type Ending = 'submitted' | 'gone' | 'newer';

export interface FormEndingProps {
  readonly ending: Ending;
  readonly id: SubmissionId;
  readonly store: Pick<FormStore, 'drafts' | 'onCommit'>;
  /** Opens the form again if another tab undid its deletion. */
  readonly onTakeOver: (typed: Values) => void;
  readonly Link: LinkComponent;
  readonly children?: ReactNode;
}

/** Shown instead of a form that cannot be edited here. Back then opens the page before the form. */
export function FormEnding({ ending, id, store, onTakeOver, Link, children }: FormEndingProps) {
  const t = formReviewText();
  useEffect(() => void leaveSections(), []);
  useEffect(() => {
    if (ending !== 'gone') return;
    let isOver = false;
    const restore = async (): Promise<void> => {
      const { status } = await store.drafts.open(id);
      if (!isOver && status === 'open') onTakeOver({});
    };
    const look = () => void restore().catch(() => undefined);
    const stop = store.onCommit(look);
    // The form may be back since this page looked for it.
    look();
    return () => {
      isOver = true;
      stop();
    };
  }, [ending, id, store, onTakeOver]);
  const isSubmitted = ending === 'submitted';
  return (
    <Page>
      <Banner kind="info" title={t[ending].title}>
        <p>{t[ending].detail}</p>
      </Banner>
      {children}
      <Link
        className={buttonClass('primary', true)}
        to={isSubmitted ? submissionPath(id) : OUTBOX_PATH}
      >
        {isSubmitted ? t.openSubmission : t.openOutbox}
      </Link>
    </Page>
  );
}
