import type { Section } from '../../domain/forms/form.ts';
import { count } from '../../messages/count.ts';
import { formNoticesText } from '../../messages/form-notices.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-later.module.css';
import type { CheckContext, FormState } from './form-state.ts';
import { focusPlace, placeId } from './place.tsx';
import { placesIn, shownAt } from './shown-issues.ts';

export interface IssueSummaryProps {
  readonly state: FormState;
  readonly section: Section;
  readonly context: CheckContext;
}

/**
 * Says what is wrong in the section, where that is more than one thing, and leads to each. Announced when it appears. What is
 * only doubtful is said by its field alone.
 */
export function IssueSummary({ state, section, context }: IssueSummaryProps) {
  const wrong = placesIn(section, state.content.values)
    .map(({ name }) => ({ name, error: shownAt(state, section, context, name).error }))
    .filter(({ error }) => error !== '');
  // The focus went to the only one, and its message stands above it.
  if (wrong.length < 2) return null;
  return (
    <Banner kind="error" title={count(formNoticesText().wrong, wrong.length)}>
      <ul className={styles['places']}>
        {wrong.map(({ name, error }) => (
          <li key={name}>
            <a
              href={`#${placeId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusPlace(name);
              }}
            >
              {error}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
