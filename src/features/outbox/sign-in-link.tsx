import { pagesText } from '../../messages/shell.ts';
import { SIGN_IN_PATH } from '../../paths/page-paths.ts';
import { buttonClass } from '../../ui/content/button.tsx';

/** The link to the page that signs in: a document of its own. */
export const SignIn = ({ isMain = false }: { readonly isMain?: boolean }) => (
  <a className={buttonClass(isMain ? 'primary' : 'secondary', isMain)} href={SIGN_IN_PATH}>
    {pagesText().signIn}
  </a>
);
