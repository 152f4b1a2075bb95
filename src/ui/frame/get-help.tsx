import { helpLinkText, pagesText } from '../../messages/shell.ts';
import { HELP_PATH, SIGN_IN_PATH } from '../../paths/page-paths.ts';
import { buttonClass } from '../content/button.tsx';
import { type LinkComponent, PlainLink } from './link.tsx';

// Reads each variable by its name, so that the bundler removes the link from a build without contacts.
export const isReachable = Boolean(
  import.meta.env['VITE_SUPPORT_PHONE'] ||
    import.meta.env['VITE_SUPPORT_WHATSAPP'] ||
    import.meta.env['VITE_SUPPORT_EMAIL'],
);

export interface GetHelpProps {
  readonly Link?: LinkComponent | undefined;
}

/**
 * The link to 'Help' beside each text that refers a person to the operator. Renders nothing in a build without support
 * contacts, so that no screen promises help that is not available.
 */
export const GetHelp = ({ Link = PlainLink }: GetHelpProps) =>
  isReachable ? (
    <Link className={buttonClass()} to={HELP_PATH}>
      {helpLinkText().getHelp}
    </Link>
  ) : null;

/** The link to the sign-in page, which is a separate document. */
export const SignIn = ({ isMain = false }: { readonly isMain?: boolean }) => (
  <a className={buttonClass(isMain ? 'primary' : 'secondary', isMain)} href={SIGN_IN_PATH}>
    {pagesText().signIn}
  </a>
);
