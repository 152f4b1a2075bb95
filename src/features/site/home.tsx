import type { ReactNode } from 'react';
import { pagesText } from '../../messages/pages.ts';
import { siteText } from '../../messages/site.ts';
import { PRACTISE_PATH, REGISTER_PATH, REPLACE_PATH, TERMS_PATH } from '../../page-paths.ts';
import {
  IconArrowRight,
  IconClock,
  IconPencil,
  IconSend,
  IconSim,
  IconSwap,
} from '../../ui/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/link.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import styles from './home.module.css';
import { Horizon } from './horizon.tsx';

export interface HomeProps {
  readonly Link?: LinkComponent;
  /** This phone's work: the day's figures in the place of the words that tell a new one what Veld does, and, for null, the rest. */
  readonly work?: (words: ReactNode) => ReactNode;
  /** The ways to share the site; loaded on demand. */
  readonly share?: ReactNode;
}

type SiteText = ReturnType<typeof siteText>;

const stepsWhere = (t: SiteText, sends: boolean) => [
  { Icon: IconPencil, title: t.fillIn, text: t.fillInDetail },
  {
    Icon: IconClock,
    title: t.submit,
    text: sends ? t.submitDetail : t.submitDetailWhileOpen,
  },
  { Icon: IconSend, title: t.sent, text: t.sentDetail },
];

/** The front page: what Veld does, and the links to start. Also rendered at build time. */
export function Home({ Link = PlainLink, work = (words) => words, share }: HomeProps) {
  const t = siteText();
  const titles = pagesText();
  const steps = stepsWhere(t, sendsWhenClosed());
  const words = (
    <div className={styles['words']}>
      <h1>{t.heading}</h1>
      <p>{t.lead}</p>
    </div>
  );
  return (
    <main className={styles['home']} id="main" tabIndex={-1}>
      <div className={styles['hero']}>
        {work(words)}
        <Horizon />
      </div>
      <div className={styles['column']}>
        {work(null)}
        <ul className={styles['starts']}>
          <li className={styles['start']}>
            <span className={styles['badge']}>
              <IconSim />
            </span>
            <div>
              <Link className={styles['go'] ?? ''} to={REGISTER_PATH}>
                {titles.register}
              </Link>
              <p>{t.registerDetail}</p>
            </div>
            <IconArrowRight />
          </li>
          <li className={styles['start']}>
            <span className={styles['badge']}>
              <IconSwap />
            </span>
            <div>
              <Link className={styles['go'] ?? ''} to={REPLACE_PATH}>
                {titles.replace}
              </Link>
              <p>{t.replaceDetail}</p>
            </div>
            <IconArrowRight />
          </li>
        </ul>
        <section aria-labelledby="how" className={styles['how']}>
          <h2 id="how">{t.how}</h2>
          <ol className={styles['steps']}>
            {steps.map(({ Icon, title, text }) => (
              <li className={styles['step']} key={title}>
                <span className={styles['dot']}>
                  <Icon />
                </span>
                <div>
                  <h3>{title}</h3>
                  <p>{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p>
            <Link to={PRACTISE_PATH}>{titles.practise}</Link>
          </p>
        </section>
        <section aria-labelledby="need" className={styles['need']}>
          <h2 id="need">{t.need}</h2>
          <ul>
            <li>{t.needCustomer}</li>
            <li>{t.needSim}</li>
            <li>{t.needAddress}</li>
            <li>{t.needBusiness}</li>
            <li>{t.needAffidavit}</li>
          </ul>
        </section>
        <footer className={styles['foot']}>
          {share}
          <p>
            <Link to={TERMS_PATH}>{titles.termsConditions}</Link>
          </p>
        </footer>
      </div>
    </main>
  );
}
