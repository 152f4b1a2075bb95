import type { ReactNode } from 'react';

/** How this screen links inside the app; the router's own link fits. */
export type LinkComponent = (props: {
  readonly to: string;
  readonly className?: string;
  readonly children: ReactNode;
}) => ReactNode;

export const PlainLink: LinkComponent = ({ to, className, children }) => (
  <a className={className} href={to}>
    {children}
  </a>
);
