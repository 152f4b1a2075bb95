import { useEffect, useRef } from 'react';
import { termsText } from '../../messages/terms.ts';
import { Banner } from '../../ui/frame/banner.tsx';
import { Page } from '../../ui/frame/page.tsx';
import styles from './terms-conditions.module.css';
import { termsSections } from './terms-sections.tsx';

/** Returns the section that a clicked link points to. Returns undefined if the browser should handle the click. */
function sectionOf(event: MouseEvent): string | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return undefined;
  const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
  return link?.getAttribute('href')?.slice(1);
}

export interface TermsConditionsProps {
  /**
   * Goes to a section of this page, without scrolling if the section is in view. If this function is undefined, the
   * browser jumps to the section.
   */
  readonly onSection?: (id: string) => void;
}

/** The terms, with an anchor at each section. Also rendered at build time. */
export function TermsText({ onSection }: TermsConditionsProps) {
  const t = termsText();
  const page = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null || onSection === undefined) return;
    function go(event: MouseEvent) {
      const id = sectionOf(event);
      if (id === undefined) return;
      event.preventDefault();
      onSection?.(id);
      // Moves the focus as the browser's own jump does, so that keyboard and screen reader continue from there.
      document.getElementById(`${id}-title`)?.focus({ preventScroll: true });
    }
    element.addEventListener('click', go);
    return () => element.removeEventListener('click', go);
  }, [onSection]);
  return (
    <div className={styles['whole']} ref={page}>
      <p>{t.lead}</p>
      <Banner kind="warning" title={t.template}>
        {t.templateDetail}
      </Banner>
      <nav aria-labelledby="contents" className={styles['contents']}>
        <h2 id="contents">{t.contents}</h2>
        <ol>
          {termsSections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles['terms']}>
        {termsSections.map(({ id, title, body }, index) => (
          <section aria-labelledby={`${id}-title`} id={id} key={id}>
            <h2 id={`${id}-title`} tabIndex={-1}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </div>
  );
}

export const TermsConditions = (props: TermsConditionsProps) => (
  <Page>
    <TermsText {...props} />
  </Page>
);
