import type { ReactNode } from 'react';
import { pagesText } from '../../messages/shell.ts';
import { siteText } from '../../messages/site.ts';
import { PRACTISE_PATH, READY_PATH, REGISTER_PATH, REPLACE_PATH } from '../../paths/page-paths.ts';
import { WORK_KEY } from '../../store/db/stored-names.ts';
import { classNames } from '../../ui/content/class-names.ts';
import { Panel, Row, Rows, tile } from '../../ui/content/panel.tsx';
import { IconArrowRight, IconPencil, IconPhone, IconSim, IconSwap } from '../../ui/frame/icons.tsx';
import { type LinkComponent, PlainLink } from '../../ui/frame/link.tsx';
import styles from './home.module.css';

/**
 * True if this phone had work when Home was last shown. An early script reads the same mark, so that Home has its final
 * height before the database is open. False if the browser blocks storage.
 */
export function hasWorkMark(): boolean {
  try {
    return localStorage.getItem(WORK_KEY) !== null;
  } catch {
    return false;
  }
}

export function markWork(hasWork: boolean): void {
  if (hasWork === hasWorkMark()) return;
  try {
    if (hasWork) localStorage.setItem(WORK_KEY, '1');
    else localStorage.removeItem(WORK_KEY);
  } catch {
    // The browser blocks storage. Home then begins with the panel of the first day.
  }
}

/** The parts of Home that depend on this phone's work: the panel, the strip below it, and the end of the page. */
export type HomePart = 'panel' | 'strip' | 'end';

export interface HomeProps {
  readonly Link?: LinkComponent;
  /** Undefined in prerendered HTML: there, the page's styles choose between the first day and a phone with work. */
  readonly work?: (part: HomePart) => ReactNode;
}

export function FirstPanel() {
  const t = siteText();
  return (
    <Panel heading={t.heading} sun="high">
      <p className={styles['lead']}>{t.lead}</p>
    </Panel>
  );
}

/** The place of the day's figures until they are known. */
export const WorkPanel = () => <Panel label={siteText().today} />;

/** Practice, and the check of this phone, on a phone without work. `ready`: the number of things to do. */
export function FirstRows({
  Link,
  ready,
}: {
  readonly Link: LinkComponent;
  readonly ready?: string | undefined;
}) {
  const t = siteText();
  const titles = pagesText();
  return (
    <Rows>
      <Row Link={Link} detail={t.practiseDetail} icon={<IconPencil />} to={PRACTISE_PATH}>
        {titles.practise}
      </Row>
      <Row Link={Link} detail={ready ?? t.readyDetail} icon={<IconPhone />} to={READY_PATH}>
        {titles.ready}
      </Row>
    </Rows>
  );
}

/** Before any script: with work on this phone, an early script has marked the document. */
function prerendered(part: HomePart): ReactNode {
  switch (part) {
    case 'panel':
      return (
        <>
          <div className={styles['ifFirst']}>
            <FirstPanel />
          </div>
          <div className={styles['ifWork']}>
            <WorkPanel />
          </div>
        </>
      );
    case 'strip':
      return null;
    case 'end':
      return (
        <div className={styles['ifFirst']}>
          <FirstRows Link={PlainLink} />
        </div>
      );
  }
}

/** The front page: the links to start, and this phone's work. Also rendered at build time. */
export function Home({ Link = PlainLink, work = prerendered }: HomeProps) {
  const t = siteText();
  const titles = pagesText();
  return (
    <main className={styles['home']} id="main" tabIndex={-1}>
      {work('panel')}
      <div className={styles['column']}>
        {work('strip')}
        <ul className={styles['starts']}>
          <li className={classNames(tile.box, styles['start'], styles['first'])}>
            <IconSim className={tile.icon} />
            <div className={tile.words}>
              <Link className={classNames(tile.link, styles['go'])} to={REGISTER_PATH}>
                {titles.register}
              </Link>
              <p>{t.registerDetail}</p>
            </div>
            <IconArrowRight />
          </li>
          <li className={classNames(tile.box, styles['start'])}>
            <IconSwap className={tile.icon} />
            <div className={tile.words}>
              <Link className={classNames(tile.link, styles['go'])} to={REPLACE_PATH}>
                {titles.replace}
              </Link>
              <p>{t.replaceDetail}</p>
            </div>
            <IconArrowRight />
          </li>
        </ul>
        {work('end')}
      </div>
    </main>
  );
}
