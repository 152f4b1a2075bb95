import type { ReactNode } from 'react';
import { IconChevronRight } from '../frame/icons.tsx';
import type { LinkComponent } from '../frame/link.tsx';
import { classNames } from './class-names.ts';
import styles from './panel.module.css';

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

/** The sun over the veld, for good news only. The near hill has the page's colour, so the picture has no visible edge. */
function Landscape({ isLow }: { readonly isLow: boolean | undefined }) {
  return (
    <svg aria-hidden="true" className={styles['landscape']} height="96">
      <circle className={styles['sun']} cx="74%" cy={isLow ? 70 : 54} r="34" />
      <Hill className={styles['far']} d="M0 66C60 44 130 46 196 62s140 10 204-12v46H0z" />
      <svg aria-hidden="true" height="96" overflow="visible" width="1" x="21%">
        <path
          className={styles['tree']}
          d="M-37 44c8-11 22-15 37-15 18 0 32 6 38 16-9 3-18 2-26 1L3 57l1 27h-7l1-27-11-11c-8 1-16 1-24-2z"
        />
      </svg>
      <Hill className={styles['near']} d="M0 80c80-14 150-10 220-1s130 8 180-7v25H0z" />
    </svg>
  );
}

/** The landscape above the text of an empty or finished list. */
export const LandscapeBand = ({ isLow }: { readonly isLow?: boolean }) => (
  <div className={styles['band']}>
    <Landscape isLow={isLow} />
  </div>
);

export interface PanelProps {
  /** The sun's place in the landscape. 'setting': it goes down first. Undefined for a panel without a landscape. */
  readonly sun?: 'high' | 'low' | 'setting' | undefined;
  readonly heading?: string;
  /** A small heading, in place of the large one. */
  readonly label?: string;
  readonly children?: ReactNode;
}

/** Home's green panel. Its height without a landscape is the same in each state, so that nothing below it moves. */
export const Panel = ({ sun, heading, label, children }: PanelProps) => (
  <div
    className={classNames(
      styles['panel'],
      sun && styles['withSun'],
      sun === 'setting' && styles['setting'],
    )}
  >
    {heading ? <h1>{heading}</h1> : null}
    {label ? <h1 className={styles['label']}>{label}</h1> : null}
    {children}
    {sun ? <Landscape isLow={sun !== 'high'} /> : null}
  </div>
);

/** The classes of a large link with an icon and two lines. The whole box is the link. */
export const tile = {
  box: styles['tile'],
  icon: styles['tileIcon'],
  words: styles['tileWords'],
  link: styles['link'],
} as const;

/** A white group of rows. */
export const Rows = ({ label, children }: Readonly<{ label?: string; children: ReactNode }>) => (
  <ul aria-label={label} className={styles['rows']}>
    {children}
  </ul>
);

export interface RowProps {
  readonly to: string;
  readonly Link: LinkComponent;
  readonly icon?: ReactNode;
  readonly detail?: ReactNode;
  readonly children: ReactNode;
}

/** A row that is one link. Its line of detail is not a part of the link's name. */
export const Row = ({ to, Link, icon, detail, children }: RowProps) => (
  <li className={styles['row']}>
    {icon ? <span className={styles['icon']}>{icon}</span> : null}
    <div className={styles['words']}>
      <Link className={styles['link'] ?? ''} to={to}>
        {children}
      </Link>
      {detail ? <p className={styles['detail']}>{detail}</p> : null}
    </div>
    <IconChevronRight className={styles['chevron']} />
  </li>
);
