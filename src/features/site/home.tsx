import type { ReactNode } from 'react';
import {
  IconArrowRight,
  IconClock,
  IconPencil,
  IconSend,
  IconSim,
  IconSwap,
} from '../../ui/icons.tsx';
import { sendsWhenClosed } from '../../worker/sends-when-closed.ts';
import styles from './home.module.css';
import { Horizon } from './horizon.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';

export interface HomeProps {
  readonly Link?: LinkComponent;
  /** The drafts to go on with, under their own heading; nothing when there are none. */
  readonly continueList?: ReactNode;
  /** How to pass the site on; its code is loaded on demand. */
  readonly share?: ReactNode;
}

const stepsWhere = (sends: boolean) => [
  {
    Icon: IconPencil,
    title: 'Fill it in, signal or not',
    text: 'Details, photos of the documents, a signature. Each change is saved on this phone as you make it.',
  },
  {
    Icon: IconClock,
    title: 'Submit and move on',
    text: sends
      ? 'It waits safely in the outbox. Lock the phone, close the app, help the next customer.'
      : 'It waits safely in the outbox while you help the next customer. This browser sends it while Veld is open.',
  },
  {
    Icon: IconSend,
    title: 'It sends itself, once',
    text: 'When there is signal, Veld delivers it. The outbox shows you what was sent and what needs you.',
  },
];

/** The front page: what Veld does, and the way to work in one press. Renders without a browser too. */
export function Home({ Link = PlainLink, continueList, share }: HomeProps) {
  const steps = stepsWhere(sendsWhenClosed());
  return (
    <main className={styles['home']} id="main" tabIndex={-1}>
      <div className={styles['hero']}>
        <div className={styles['words']}>
          <h1>SIM registration that works without signal</h1>
          <p>
            Register or replace a customer’s SIM anywhere. Veld sends it when you are back online.
          </p>
        </div>
        <Horizon />
      </div>
      <div className={styles['column']}>
        <ul className={styles['starts']}>
          <li className={styles['start']}>
            <span className={styles['badge']}>
              <IconSim />
            </span>
            <div>
              <Link className={styles['go'] ?? ''} to="/register">
                Register a SIM
              </Link>
              <p>A new SIM for a person or a business</p>
            </div>
            <IconArrowRight />
          </li>
          <li className={styles['start']}>
            <span className={styles['badge']}>
              <IconSwap />
            </span>
            <div>
              <Link className={styles['go'] ?? ''} to="/replace">
                Replace a SIM
              </Link>
              <p>Lost, stolen or broken: keep the number</p>
            </div>
            <IconArrowRight />
          </li>
        </ul>
        {continueList}
        <section aria-labelledby="how" className={styles['how']}>
          <h2 id="how">How it works</h2>
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
        </section>
        <section aria-labelledby="need" className={styles['need']}>
          <h2 id="need">Have these at hand</h2>
          <ul>
            <li>The customer, in person, with their ID, passport or permit</li>
            <li>The SIM card with its number (it starts with 89)</li>
            <li>An address, or a description of the place</li>
            <li>For a business: its registration document</li>
            <li>For a lost or stolen SIM: the police affidavit, if there is one</li>
          </ul>
        </section>
        <footer className={styles['foot']}>
          {share}
          <p>
            <Link to="/help/termsconditions">Terms and Conditions</Link>
          </p>
        </footer>
      </div>
    </main>
  );
}
