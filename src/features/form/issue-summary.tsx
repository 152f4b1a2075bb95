import type { Section } from '../../domain/forms/form.ts';
import { Banner } from '../../ui/banner.tsx';
import styles from './form-layout.module.css';
import type { CheckContext, FormState } from './form-state.ts';
import { focusPlace, placeId } from './place.tsx';
import { placesIn, shownAt } from './shown-issues.ts';

export interface IssueSummaryProps {
  readonly state: FormState;
  readonly section: Section;
  readonly around: CheckContext;
}

/** Says how many answers of the section need attention, and leads to each. Announced when it appears. */
export function IssueSummary({ state, section, around }: IssueSummaryProps) {
  const places = placesIn(section, state.content.values).map((place) => ({
    ...place,
    shown: shownAt(state, section, around, place.name),
  }));
  const wrong = places.filter(({ shown }) => shown.error !== '');
  const doubtful = places.filter(({ shown }) => shown.error === '' && shown.warnings.length > 0);
  const named = wrong.length > 0 ? wrong : doubtful;
  if (named.length === 0) return null;
  const answers = named.length === 1 ? '1 answer needs' : `${named.length} answers need`;
  return (
    <Banner
      kind={wrong.length > 0 ? 'error' : 'warning'}
      title={wrong.length > 0 ? `${answers} attention` : `${answers} a second look`}
    >
      {wrong.length > 0 ? null : <p>If it is right, press 'Next' again.</p>}
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
              Go to {label}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
