import type { ReactNode } from 'react';

/** How a screen links inside the app; the router's own link fits. */
export type LinkComponent = (props: {
  readonly to: string;
  readonly className?: string;
  /** Current only at exactly this address, not below it. */
  readonly activeOptions?: { readonly exact: boolean };
  readonly children: ReactNode;
}) => ReactNode;

/** Works before any script, and in HTML made at build. */
export const PlainLink: LinkComponent = ({ to, className, children }) => (
  <a className={className} href={to}>
    {children}
  </a>
);
