import { useEffect, useRef } from 'react';
import { controlsText } from '../messages/controls.ts';
import { say } from '../messages/say.ts';
import { classNames } from './class-names.ts';
import { IconCheck, IconError } from './icons.tsx';
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

function chipIcon(state: SectionState, number: number) {
  if (state === 'complete') return <IconCheck />;
  if (state === 'problem') return <IconError />;
  return number;
}

/** The sections of a form: one chip for each, the current one always in view. */
export function SectionList({ sections, current, onSelect }: SectionListProps) {
  const t = controlsText();
  const strip = useRef<HTMLOListElement>(null);
  // Not scrollIntoView, which would scroll the page as well.
  useEffect(() => {
    const chip = strip.current?.querySelector<HTMLElement>(`[data-section="${current}"]`);
    if (!strip.current || !chip) return;
    strip.current.scrollLeft = chip.offsetLeft - (strip.current.clientWidth - chip.offsetWidth) / 2;
  }, [current]);
  return (
    <nav aria-label={t.sections} className={styles['nav']}>
      <ol className={styles['strip']} ref={strip}>
        {sections.map((section, index) => (
          <li className={styles['item']} data-section={section.id} key={section.id}>
            <button
              aria-label={say(t.section[section.state], { title: section.title })}
              aria-current={section.id === current ? 'step' : undefined}
              className={classNames(styles['chip'], styles[section.state])}
              onClick={() => onSelect(section.id)}
              type="button"
            >
              <span aria-hidden="true" className={styles['mark']}>
                {chipIcon(section.state, index + 1)}
              </span>
              <span>{section.title}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
