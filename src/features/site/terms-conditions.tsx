import { Banner } from '../../ui/banner.tsx';
import { Page, PageTitle } from '../../ui/page.tsx';
import styles from './terms-conditions.module.css';
import { termsSections } from './terms-sections.tsx';

/** The terms, with an anchor on each section. Renders without a browser too. */
export function TermsConditions() {
  return (
    <Page>
      <PageTitle lead="What a customer agrees to when a SIM card is registered or replaced.">
        Terms and Conditions
      </PageTitle>
      <Banner kind="warning" title="This is a template">
        The operator’s lawyer must complete and approve this text before it is used with customers.
        What is still to be filled in stands in [square brackets].
      </Banner>
      <nav aria-labelledby="contents" className={styles['contents']}>
        <h2 id="contents">Contents</h2>
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
            <h2 id={`${id}-title`}>
              {index + 1}. {title}
            </h2>
            {body}
          </section>
        ))}
      </div>
    </Page>
  );
}
