import { controlsText } from '../../messages/controls.ts';
import { format } from '../../messages/text.ts';
import { IconCheck, IconError } from '../frame/icons.tsx';
import { classNames } from './class-names.ts';
import styles from './section-list.module.css';

export type SectionState = 'complete' | 'problem' | 'todo';

export interface SectionItem {
  readonly id: string;
  readonly title: string;
  readonly state: SectionState;
}

export interface SectionListProps {
  readonly sections: readonly SectionItem[];
  readonly current: string;
  readonly onSelect: (id: string) => void;
}

function stepMark(state: SectionState, number: number) {
  if (state === 'complete') return <IconCheck />;
  if (state === 'problem') return <IconError />;
  return number;
}

/**
 * The sections of a form: segments of one line on a phone, a list with titles at the side on a wide screen.
 */
export function SectionList({ sections, current, onSelect }: SectionListProps) {
  const t = controlsText();
  return (
    <nav aria-label={t.sections}>
      <ol className={styles['steps']}>
        {sections.map(({ id, title, state }, index) => (
          <li key={id}>
            <button
              aria-current={id === current ? 'step' : undefined}
              // The accessible name contains the number, because voice control uses the visible text.
              aria-label={format(t.section[state], { number: index + 1, title })}
              className={classNames(styles['step'], styles[state])}
              onClick={() => onSelect(id)}
              type="button"
            >
              <span aria-hidden="true" className={styles['mark']}>
                {stepMark(state, index + 1)}
              </span>
              <span className={styles['title']}>{title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
