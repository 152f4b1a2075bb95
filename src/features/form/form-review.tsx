import type { OptionLists } from '../../domain/forms/form.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { formatBytes } from '../../messages/formats.ts';
import { say } from '../../messages/say.ts';
import { sectionsText } from '../../messages/sections.ts';
import { Card, Facts } from '../../ui/card.tsx';
import { Stack } from '../../ui/page.tsx';
import type { StoredContext } from './check-context.ts';
import styles from './form-layout.module.css';
import { type FormState, shownSections } from './form-state.ts';
import { factsOf } from './review-facts.ts';
import { progressOf } from './shown-issues.ts';

export interface FormReviewProps {
  readonly state: FormState;
  readonly context: StoredContext;
  readonly options: OptionLists;
  readonly onEdit: (section: string) => void;
}

/** Everything entered, section by section, to look through before it is submitted. */
export function FormReview({ state, context, options, onEdit }: FormReviewProps) {
  const t = formLaterText();
  const { content } = state;
  const { files, preparing, hasSignature } = context;
  const reviewed = { content, options, files, preparing, hasSignature, formatBytes };
  return (
    <Stack>
      {shownSections(state)
        .filter(({ id }) => id !== 'review')
        .map((section) => (
          <Card key={section.id}>
            <div className={styles['head']}>
              <h3>{sectionsText()[section.id]}</h3>
              <a
                className={styles['edit']}
                href={`#${section.id}`}
                onClick={(event) => {
                  event.preventDefault();
                  onEdit(section.id);
                }}
              >
                {say(t.edit, { section: sectionsText()[section.id] })}
              </a>
            </div>
            {progressOf(state, context, section) === 'complete' ? null : (
              <p className={styles['missing']}>{t.incomplete}</p>
            )}
            <Facts
              facts={factsOf(section, reviewed).map(({ name, lines }) => [
                name,
                lines.length === 0
                  ? ''
                  : lines.map((line, index) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which can be alike.
                      <span className={styles['line']} key={index}>
                        {line}
                      </span>
                    )),
              ])}
            />
          </Card>
        ))}
    </Stack>
  );
}
