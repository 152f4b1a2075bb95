import type { Ref } from 'react';
import type { Section } from '../../domain/forms/form.ts';
import { formText } from '../../messages/form.ts';
import { say } from '../../messages/say.ts';
import { sectionsText } from '../../messages/sections.ts';
import styles from './form-layout.module.css';

export interface SectionHeadingProps {
  readonly id: string;
  readonly section: Section;
  /** All that apply to this customer. */
  readonly sections: readonly Section[];
  readonly ref?: Ref<HTMLHeadingElement>;
}

/** What the section is called, and which of the form's it is. */
export function SectionHeading({ id, section, sections, ref }: SectionHeadingProps) {
  const number = sections.indexOf(section) + 1;
  return (
    <div className={styles['heading']}>
      <h2 id={id} ref={ref} tabIndex={-1}>
        {sectionsText()[section.id]}
      </h2>
      <p>{say(formText().step, { number, total: sections.length })}</p>
    </div>
  );
}
