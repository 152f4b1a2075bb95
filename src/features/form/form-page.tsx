import { type ReactNode, type Ref, useEffect } from 'react';
import type { Section } from '../../domain/forms/form.ts';
import { count } from '../../messages/count.ts';
import { sectionsText } from '../../messages/fields.ts';
import { formText } from '../../messages/form.ts';
import { format } from '../../messages/text.ts';

import { BarEnd } from '../../ui/frame/app-bar.tsx';
import { IconCheck, IconError } from '../../ui/frame/icons.tsx';
import { Page } from '../../ui/frame/page.tsx';
import type { SaveState } from './autosave.ts';
import { anchorId, focusAnchor } from './form-anchor.tsx';
import styles from './form-layout.module.css';
import { kindOfErrors, type RefusedHere, type ShownError } from './shown-issues.ts';

/** A form with its steps: above the form on a phone, beside it on a wide screen. The app bar shows the form's title. */
export function FormPage({
  steps,
  children,
}: {
  readonly steps: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page isForm={true}>
      <div className={styles['page']}>
        {steps}
        <div className={styles['main']}>{children}</div>
      </div>
    </Page>
  );
}

export interface SectionHeadingProps {
  readonly id: string;
  readonly section: Section;
  readonly sections: readonly Section[];
  readonly ref?: Ref<HTMLHeadingElement>;
}

export function SectionHeading({ id, section, sections, ref }: SectionHeadingProps) {
  const number = sections.indexOf(section) + 1;
  return (
    <div className={styles['heading']}>
      <h2 id={id} ref={ref} tabIndex={-1}>
        {sectionsText()[section.id]}
      </h2>
      <p>{format(formText().step, { number, total: sections.length })}</p>
    </div>
  );
}

export interface ErrorLineProps {
  /** The section's places with an error, in the shown order. */
  readonly errors: readonly ShownError[];
  /** The server's refusals in this section. Null if it refused nothing here. */
  readonly refused: RefusedHere | null;
}

function errorText(errors: readonly ShownError[], refused: RefusedHere | null): string {
  const t = formText();
  if (refused !== null && !refused.isChanged && errors.length === 1) return t.refused[refused.what];
  return count(t.wrong[kindOfErrors(errors)], errors.length);
}

/**
 * One line with the number of errors, which leads to the first. After a refusal it says what to do, then 'Changed'. It is drawn together with the messages at the fields, so
 * that nothing moves later.
 */
export function ErrorLine({ errors, refused }: ErrorLineProps) {
  const [first] = errors;
  const isWrong = first !== undefined;
  useEffect(() => {
    if (!isWrong) return;
    const { title } = document;
    const wrongTitle = format(formText().errorTitle, { title });
    document.title = wrongTitle;
    return () => {
      // The next screen may have set its own title.
      if (document.title === wrongTitle) document.title = title;
    };
  }, [isWrong]);
  if (first === undefined)
    return refused === null ? null : (
      <p className={styles['changed']} role="status">
        <IconCheck />
        {formText().changed}
      </p>
    );
  return (
    <p className={styles['errors']} role="alert">
      <a
        href={`#${anchorId(first.name)}`}
        onClick={(event) => {
          event.preventDefault();
          focusAnchor(first.name);
        }}
      >
        <IconError />
        {errorText(errors, refused)}
      </a>
    </p>
  );
}

function saveText(status: SaveState['status']): string | null {
  const t = formText();
  switch (status) {
    case 'saving':
      return t.saving;
    case 'saved':
      return t.saved;
    case 'failed':
      return t.notSaved;
    case 'untouched':
    case 'ended':
      return null;
  }
}

/**
 * Shows 'Saved' in the bar when everything is on the disk. Screen readers do not announce it at each keystroke. They announce a
 * failure through its notice.
 */
export function SaveNote({
  saving,
  preparing,
}: {
  readonly saving: SaveState;
  /** The number of chosen files that are not on the disk yet, without failed ones. */
  readonly preparing: number;
}) {
  const isSaved = preparing === 0 && saving.status === 'saved';
  return (
    <BarEnd>
      <p aria-live="off" className={styles['saveNote']} data-save={saving.status} role="status">
        {isSaved ? <IconCheck /> : null}
        {preparing > 0 ? count(formText().waitingForFiles, preparing) : saveText(saving.status)}
      </p>
    </BarEnd>
  );
}
