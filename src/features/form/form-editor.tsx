import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Form, OptionLists } from '../../domain/forms/form.ts';
import { sectionOfField } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { sectionsText } from '../../messages/fields.ts';
import { formText } from '../../messages/form.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Button } from '../../ui/content/button.tsx';
import { classNames } from '../../ui/content/class-names.ts';
import { SectionList } from '../../ui/content/section-list.tsx';
import { ActionBar } from '../../ui/frame/action-bar.tsx';
import type { LinkComponent } from '../../ui/frame/link.tsx';
import {
  isFailed,
  readContext,
  useCheckContext,
  usePressAfterFiles,
  useUnsavedFiles,
  withUnsaved,
} from './check-context.ts';
import { focusAnchor } from './form-anchor.tsx';
import styles from './form-layout.module.css';
import { ErrorLine, FormPage, SaveNote, SectionHeading } from './form-page.tsx';
import { FormSection } from './form-section.tsx';
import type { Opened } from './form-session.ts';
import { currentSection, type FormState, shownSections } from './form-state.ts';
import type { SubmitPorts } from './lazy/submit-form.tsx';
import {
  LazyCorrection,
  LazyEnding,
  LazyNotice,
  LazyQuestion,
  LazyReview,
  LazySaveNotice,
  LazyServerNotice,
  LazyStaleNotice,
  LazySubmitNotice,
  loadLazyParts,
  useLazyParts,
} from './lazy-parts.tsx';
import type { FormParts, UnsavedFiles } from './parts.ts';
import { errorsIn, progressOf, refusedHere } from './shown-issues.ts';
import {
  useDirection,
  useFormSession,
  useFormState,
  useSaveState,
  useSectionHistory,
  useSubmit,
} from './use-form-session.ts';

/** The fields that are filled by typing or by choosing from a list. */
const toFill = 'input:not([type="radio"], [type="checkbox"], [type="file"]), select, textarea';

/**
 * Enter moves to the next field to fill. At the last field the browser presses 'Next'. The form is not checked before,
 * so nobody sees errors of fields that they have not reached.
 */
function goOnByEnter(event: KeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget, key, nativeEvent } = event;
  if (key !== 'Enter' || nativeEvent.isComposing) return;
  if (!(target instanceof HTMLInputElement) || target.type === 'file') return;
  const following = [...currentTarget.querySelectorAll<HTMLElement>(toFill)].find(
    (field) => target.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  if (following === undefined) return;
  event.preventDefault();
  following.focus();
}

export interface FormEditorProps extends SubmitPorts {
  readonly store: FormStore;
  readonly opened: Opened;
  readonly parts: FormParts;
  readonly unsavedFiles: UnsavedFiles;
  readonly options: OptionLists;
  readonly onCreated: (id: SubmissionId) => void;
  /** `typed`: values of this tab that the agent wants to keep. */
  readonly onTakeOver: (typed: Values) => void;
  /** Values to enter into the form at once. */
  readonly typed?: Values | undefined;
  readonly Link: LinkComponent;
}

/** Moves the focus to the target in the state: a section's heading or a field. */
function useFocusRequests(focus: FormState['focus']) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus === null) return;
    if (focus.at === 'heading') {
      window.scrollTo(0, 0);
      heading.current?.focus();
      return;
    }
    // The messages above the control are drawn first, so that nothing moves after the scroll.
    const frame = requestAnimationFrame(() => {
      focusAnchor(focus.at);
      void loadLazyParts().then(({ restoreCaret }) => restoreCaret());
    });
    return () => cancelAnimationFrame(frame);
  }, [focus]);
  return heading;
}

const sectionAt = (form: Form, part: string): string => sectionOfField(form, part)?.id ?? 'review';

export function FormEditor({
  store,
  opened,
  parts,
  unsavedFiles,
  options,
  onCreated,
  onTakeOver,
  typed,
  Link,
  ...submitPorts
}: FormEditorProps) {
  const t = formText();
  const formElement = useId();
  const session = useFormSession(store, opened, onCreated);
  useEffect(() => {
    for (const [name, value] of Object.entries(typed ?? {}))
      session.dispatch({ type: 'typed', name, value });
  }, [session, typed]);
  const state = useFormState(session);
  const saving = useSaveState(session);
  const context = useCheckContext(store, session.id, state);
  const { state: submitting, press: pressSubmit, callOff } = useSubmit(store, session, submitPorts);
  const heading = useFocusRequests(state.focus);
  const isBegun = saving.status !== 'untouched';
  useLazyParts(isBegun || state.checked.length > 0);
  const isChecking = useRef(false);

  const { form, content } = state;
  const sections = shownSections(state);
  const section = currentSection(state);
  const direction = useDirection(sections.indexOf(section));
  const isReview = section.id === 'review';
  const isStale = saving.status === 'ended' && saving.end === 'stale';
  const isSubmitting = submitting.status === 'running' || submitting.status === 'done';
  // In the other sections the person is not submitting.
  const trouble = isReview && submitting.status === 'refused' ? submitting.trouble : null;
  useSectionHistory(session, !isSubmitting && (isBegun || section !== sections[0]));
  const unsaved = useUnsavedFiles(unsavedFiles, session.id);
  const { isWaiting, press } = usePressAfterFiles(unsaved, section.id);
  const isPreparing = isWaiting && !unsaved.some(isFailed);
  const awaited = isWaiting ? (isReview ? 'submit' : 'next') : null;
  // In Documents, each file is shown in its own group. In the other sections, a failed file is shown in a notice.
  const isNamed =
    unsaved.length > 0 &&
    (isWaiting || isReview || (section.files.length === 0 && unsaved.some(isFailed)));
  const shown = withUnsaved(context, unsaved);

  async function pressNext(): Promise<void> {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const now = await readContext(store, session.id, session.state());
      session.dispatch({ type: 'checked', context: now });
    } catch (error) {
      const { sayNotChecked } = await loadLazyParts();
      sayNotChecked(error);
    } finally {
      isChecking.current = false;
    }
  }

  if (saving.status === 'ended' && saving.end !== 'stale' && !isSubmitting)
    return (
      <LazyEnding
        ending={saving.end}
        id={session.id}
        Link={Link}
        onTakeOver={onTakeOver}
        store={store}
      >
        {unsaved.some(isFailed) ? (
          <LazyNotice
            store={store}
            files={unsaved}
            isFormSaved={true}
            parts={parts}
            waiting={null}
          />
        ) : null}
      </LazyEnding>
    );
  return (
    <FormPage
      steps={
        <SectionList
          current={section.id}
          onSelect={(id) => session.dispatch({ type: 'moved', section: id })}
          sections={sections.map((each) => ({
            id: each.id,
            title: sectionsText()[each.id],
            state: progressOf(state, context, each),
          }))}
        />
      }
    >
      {isStale ? (
        <LazyStaleNotice
          form={form}
          onTakeOver={onTakeOver}
          unsaved={session.unsavedValues()}
          values={content.values}
        />
      ) : null}
      {saving.status === 'failed' && (trouble === null || trouble.status === 'unreadable') ? (
        <LazySaveNotice reason={saving.reason} />
      ) : null}
      {content.serverMessage ? (
        <LazyServerNotice context={context} Link={Link} session={session} state={state} />
      ) : null}
      {submitting.status === 'asking' ? (
        <LazyQuestion
          asked={submitting.about}
          onChange={({ part }) => {
            callOff();
            session.dispatch({ type: 'edited', section: sectionAt(form, part), at: part });
          }}
          onClose={callOff}
          onSend={() => void pressSubmit('unchanged')}
        />
      ) : null}
      {trouble === null ? null : <LazySubmitNotice saving={saving} trouble={trouble} />}
      <form
        autoComplete="off"
        className={styles['form']}
        id={formElement}
        noValidate={true}
        onKeyDown={goOnByEnter}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReview && !isPreparing) {
            if (section.files.length > 0) press(() => void pressNext());
            else void pressNext();
          }
        }}
      >
        <SectionHeading
          id={`${formElement}-section`}
          ref={heading}
          section={section}
          sections={sections}
        />
        {opened.corrects ? (
          <LazyCorrection
            corrects={opened.corrects}
            section={section}
            state={state}
            store={store}
          />
        ) : null}
        <ErrorLine errors={errorsIn(state, section, shown)} refused={refusedHere(state, section)} />
        {isNamed && !isSubmitting ? (
          <LazyNotice
            store={store}
            files={unsaved}
            isFormSaved={saving.status !== 'failed'}
            parts={parts}
            waiting={awaited}
          />
        ) : null}
        <fieldset
          aria-labelledby={`${formElement}-section`}
          className={classNames(styles['content'], direction && styles[direction])}
          disabled={isStale || isSubmitting}
          key={section.id}
        >
          {isReview ? (
            <LazyReview
              context={shown}
              onEdit={(id, at) => session.dispatch({ type: 'edited', section: id, at })}
              options={options}
              parts={parts}
              state={state}
              store={store}
              submissionId={session.id}
            />
          ) : (
            <FormSection
              context={shown}
              store={store}
              Link={Link}
              options={options}
              parts={parts}
              section={section}
              session={session}
              state={state}
            />
          )}
        </fieldset>
      </form>
      <SaveNote preparing={shown.preparing.length} saving={saving} />
      <ActionBar
        back={
          section === sections[0] && !state.isEditing ? null : (
            <Button onClick={() => session.dispatch({ type: 'wentBack' })} variant="quiet">
              {t.back}
            </Button>
          )
        }
      >
        {isReview ? (
          <Button
            busy={isSubmitting || isPreparing}
            disabled={isStale}
            key="submit"
            onClick={(event) => {
              // A second press would pass the warnings of the first, which the person has not read.
              if (event.detail < 2) press(() => void pressSubmit());
            }}
            variant="primary"
          >
            {t.submit}
          </Button>
        ) : (
          <Button
            busy={isPreparing}
            disabled={isStale}
            form={formElement}
            key="next"
            onClick={(event) => {
              // Ignores the second press of a double press: the person has not seen what the first one showed.
              if (event.detail > 1) event.preventDefault();
            }}
            type="submit"
            variant="primary"
          >
            {t.next}
          </Button>
        )}
      </ActionBar>
    </FormPage>
  );
}
