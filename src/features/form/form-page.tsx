import type { ReactNode, Ref } from 'react';
import type { Section } from '../../domain/forms/form.ts';
import { count } from '../../messages/count.ts';
import { sectionsText } from '../../messages/fields.ts';
import { formText } from '../../messages/form.ts';
import { format } from '../../messages/text.ts';
import { Page } from '../../ui/frame/page.tsx';
import type { SaveState } from './autosave.ts';
import styles from './form-layout.module.css';

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
  /** All sections for this customer. */
  readonly sections: readonly Section[];
  readonly ref?: Ref<HTMLHeadingElement>;
}

/** The section's title and number. */
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
 * Shows 'Saved' when everything is on the disk. Screen readers do not announce it at each keystroke. They announce a
 * failure through its notice.
 */
export function SaveNote({
  saving,
  preparing,
}: {
  readonly saving: SaveState;
  /** The number of files that a press waits for. */
  readonly preparing: number;
}) {
  return (
    <p aria-live="off" role="status">
      {preparing > 0 ? count(formText().waitingForFiles, preparing) : saveText(saving.status)}
    </p>
  );
}
