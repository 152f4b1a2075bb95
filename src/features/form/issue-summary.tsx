import type { Section } from '../../domain/forms/form.ts';
import { count } from '../../messages/count.ts';
import { formNoticesText } from '../../messages/form-notices.ts';
import { say } from '../../messages/say.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-layout.module.css';
import type { CheckContext, FormState } from './form-state.ts';
import { focusPlace, placeId } from './place.tsx';
import { placesIn, shownAt } from './shown-issues.ts';

export interface IssueSummaryProps {
  readonly state: FormState;
  readonly section: Section;
  readonly context: CheckContext;
}

/** Says how many answers of the section need attention, and leads to each. Announced when it appears. */
export function IssueSummary({ state, section, context }: IssueSummaryProps) {
  const places = placesIn(section, state.content.values).map((place) => ({
    ...place,
    shown: shownAt(state, section, context, place.name),
  }));
  const wrong = places.filter(({ shown }) => shown.error !== '');
  const doubtful = places.filter(({ shown }) => shown.error === '' && shown.warnings.length > 0);
  const named = wrong.length > 0 ? wrong : doubtful;
  if (named.length === 0) return null;
  const t = formNoticesText();
  return (
    <Banner
      kind={wrong.length > 0 ? 'error' : 'warning'}
      title={count(wrong.length > 0 ? t.wrong : t.doubtful, named.length)}
    >
      {wrong.length > 0 ? null : <p>{t.nextAgain}</p>}
      <ul className={styles['places']}>
        {named.map(({ name, label }) => (
          <li key={name}>
            <a
              href={`#${placeId(name)}`}
              onClick={(event) => {
                event.preventDefault();
                focusPlace(name);
              }}
            >
              {say(t.goTo, { label })}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
