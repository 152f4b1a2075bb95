import { helpLinkText, pagesText } from '../../messages/shell.ts';
import { HELP_PATH, SIGN_IN_PATH } from '../../paths/page-paths.ts';
import { buttonClass } from '../content/button.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';

// By their names, so that the bundler leaves the link out of a build without them.
const isReachable = Boolean(
  import.meta.env['VITE_SUPPORT_PHONE'] ||
    import.meta.env['VITE_SUPPORT_WHATSAPP'] ||
    import.meta.env['VITE_SUPPORT_EMAIL'],
);

export interface GetHelpProps {
  readonly Link?: LinkComponent | undefined;
}

/**
 * The link beside each text that sends a person to the operator. Nothing in a build that does not say how the operator's people
 * are reached: no screen promises what is not there.
 */
export const GetHelp = ({ Link = PlainLink }: GetHelpProps) =>
  isReachable ? (
    <Link className={buttonClass()} to={HELP_PATH}>
      {helpLinkText().getHelp}
    </Link>
  ) : null;

/** The link to the page that signs in: a document of its own. */
export const SignIn = ({ isMain = false }: { readonly isMain?: boolean }) => (
  <a className={buttonClass(isMain ? 'primary' : 'secondary', isMain)} href={SIGN_IN_PATH}>
    {pagesText().signIn}
  </a>
);
