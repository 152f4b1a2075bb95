import type { ReactNode } from 'react';
import { pagesText } from '../../messages/shell.ts';
import { siteText } from '../../messages/site.ts';
import { PRACTISE_PATH, REGISTER_PATH, REPLACE_PATH, TERMS_PATH } from '../../paths/page-paths.ts';
import {
  IconArrowRight,
  IconClock,
  IconPencil,
  IconSend,
  IconSim,
  IconSwap,
} from '../../ui/frame/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/frame/link.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import styles from './home.module.css';
import horizonStyles from './horizon.module.css';

/** A hill that stretches with the page. The tree keeps its shape. */
function Hill({ className, d }: { readonly className: string | undefined; readonly d: string }) {
  return (
    <svg
      aria-hidden="true"
      height="100%"
      preserveAspectRatio="none"
      viewBox="0 0 400 96"
      width="100%"
    >
      <path className={className} d={d} />
    </svg>
  );
}

/** The sun over the veld. The near hill has the page's colour, so the picture has no visible edge. */
function Horizon() {
  return (
    <svg aria-hidden="true" className={horizonStyles['horizon']} height="96">
      <circle className={horizonStyles['sun']} cx="74%" cy="56" r="34" />
      <Hill className={horizonStyles['far']} d="M0 66C60 44 130 46 196 62s140 10 204-12v46H0z" />
      <svg aria-hidden="true" height="96" overflow="visible" width="1" x="21%">
        <path
          className={horizonStyles['tree']}
          d="M-37 44c8-11 22-15 37-15 18 0 32 6 38 16-9 3-18 2-26 1L3 57l1 27h-7l1-27-11-11c-8 1-16 1-24-2z"
        />
      </svg>
      <Hill className={horizonStyles['near']} d="M0 80c80-14 150-10 220-1s130 8 180-7v25H0z" />
    </svg>
  );
}

export interface HomeProps {
  readonly Link?: LinkComponent;
  /**
   * This phone's work. For `words`, renders the day's figures, or `words` if there is no work. For null, renders the
   * rest of the work.
   */
  readonly work?: (words: ReactNode) => ReactNode;
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

/** The front page: a description of Veld, and the links to start. Also rendered at build time. */
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
