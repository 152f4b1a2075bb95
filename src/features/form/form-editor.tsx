import { useEffect, useId, useRef } from 'react';
import type { OptionLists } from '../../domain/forms/form.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import type { Database } from '../../store/database.ts';
import { ActionBar } from '../../ui/action-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import { SectionList } from '../../ui/section-list.tsx';
import { readAround, useAround } from './around.ts';
import { FormEnding } from './form-ending.tsx';
import styles from './form-layout.module.css';
import { SaveNote, SaveNotice, ServerNotice, StaleNotice } from './form-notices.tsx';
import { FormReview } from './form-review.tsx';
import { FormSection } from './form-section.tsx';
import type { Opened } from './form-session.ts';
import { currentSection, type FormState, shownSections } from './form-state.ts';
import type { LinkComponent } from './link.tsx';
import type { FormParts } from './parts.ts';
import { focusPlace } from './place.tsx';
import { ProblemSummary } from './problem-summary.tsx';
import { progressOf } from './shown-problems.ts';
import { SubmitNotice } from './submit-notice.tsx';
import { useFormSession, useFormState, useSaveState } from './use-form-session.ts';
import { type SubmitPorts, useSubmit } from './use-submit.ts';

export interface FormEditorProps extends SubmitPorts {
  readonly db: Database;
  readonly opened: Opened;
  readonly parts: FormParts;
  readonly options: OptionLists;
  readonly onCreated: (id: SubmissionId) => void;
  readonly onTakeOver: () => void;
  readonly otherSubmissionLink: (id: SubmissionId) => string;
  readonly Link: LinkComponent;
}

/** Sends the focus where the state wants it: to a section's heading, or to a field. */
function useFocusRequests(focus: FormState['focus']) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focus === null) return;
    if (focus.at !== 'heading') {
      focusPlace(focus.at);
      return;
    }
    window.scrollTo(0, 0);
    heading.current?.focus();
  }, [focus]);
  return heading;
}

/** A form that can be filled in, one section at a time. */
export function FormEditor({
  db,
  opened,
  parts,
  options,
  onCreated,
  onTakeOver,
  otherSubmissionLink,
  Link,
  ...submitPorts
}: FormEditorProps) {
  const formElement = useId();
  const session = useFormSession(db, opened, onCreated);
  const state = useFormState(session);
  const saving = useSaveState(session);
  const around = useAround(db, session.id, state.content.values);
  const [submitting, pressSubmit] = useSubmit(db, session, submitPorts);
  const heading = useFocusRequests(state.focus);
  const isChecking = useRef(false);

  const { form, content } = state;
  const sections = shownSections(state);
  const section = currentSection(state);
  const isReview = section.id === 'review';
  const isStale = saving.status === 'ended' && saving.end === 'stale';

  async function pressNext(): Promise<void> {
    if (isChecking.current) return;
    isChecking.current = true;
    try {
      const now = await readAround(db, session.id, session.state().content.values);
      session.dispatch({ type: 'checked', around: now });
    } finally {
      isChecking.current = false;
    }
  }

  if (saving.status === 'ended' && saving.end !== 'stale' && submitting.status === 'idle')
    return (
      <FormEnding
        ending={saving.end}
        id={session.id}
        Link={Link}
        otherSubmissionLink={otherSubmissionLink}
        title={form.title}
      />
    );
  return (
    <Page>
      <PageTitle>{form.title}</PageTitle>
      <SectionList
        current={section.id}
        onSelect={(id) => session.dispatch({ type: 'moved', section: id })}
        sections={sections.map((each) => ({
          id: each.id,
          title: each.title,
          state: progressOf(state, around, each),
        }))}
      />
      {isStale ? <StaleNotice onTakeOver={onTakeOver} /> : null}
      <SaveNotice saving={saving} />
      {content.serverMessage ? (
        <ServerNotice form={form} message={content.serverMessage} values={content.values} />
      ) : null}
      {submitting.status === 'refused' ? <SubmitNotice trouble={submitting.trouble} /> : null}
      <form
        className={styles['form']}
        id={formElement}
        noValidate={true}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isReview) void pressNext();
        }}
      >
        <h2 ref={heading} tabIndex={-1}>
          {section.title}
        </h2>
        <ProblemSummary around={around} section={section} state={state} />
        <fieldset
          className={styles['content']}
          disabled={isStale || submitting.status === 'running' || submitting.status === 'done'}
          key={section.id}
        >
          {isReview ? (
            <FormReview
              around={around}
              onEdit={(id) => session.dispatch({ type: 'moved', section: id })}
              options={options}
              state={state}
            />
          ) : (
            <FormSection
              around={around}
              db={db}
              Link={Link}
              options={options}
              otherSubmissionLink={otherSubmissionLink}
              parts={parts}
              section={section}
              session={session}
              state={state}
            />
          )}
        </fieldset>
      </form>
      <ActionBar note={<SaveNote saving={saving} />}>
        {section === sections[0] ? null : (
          <Button onClick={() => session.dispatch({ type: 'wentBack' })}>Back</Button>
        )}
        {isReview ? (
          <Button
            busy={submitting.status === 'running' || submitting.status === 'done'}
            disabled={isStale}
            key="submit"
            onClick={(event) => {
              // The second press of a double press on the 'Next' that stood here.
              if (event.detail < 2) void pressSubmit();
            }}
            variant="primary"
          >
            Submit
          </Button>
        ) : (
          <Button disabled={isStale} form={formElement} key="next" type="submit" variant="primary">
            Next
          </Button>
        )}
      </ActionBar>
    </Page>
  );
}
