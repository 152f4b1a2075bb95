import type { ReactNode } from 'react';

/** The component for links inside the app. The router's own link has this type. */
export type LinkComponent = (props: {
  readonly to: string;
  /** The fragment, without '#'. */
  readonly hash?: string;
  readonly className?: string;
  /** With `exact`, the link is current only at exactly this address, not at addresses below it. */
  readonly activeOptions?: { readonly exact: boolean };
  readonly children: ReactNode;
}) => ReactNode;

/** A plain link. It works before any script and in prerendered HTML. */
export const PlainLink: LinkComponent = ({ to, hash, className, children }) => (
  <a className={className} href={hash ? `${to}#${hash}` : to}>
    {children}
  </a>
);
