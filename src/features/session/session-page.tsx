import { sessionText } from '../../messages/settings.ts';
import { format } from '../../messages/text.ts';
import { SIGN_IN_PATH } from '../../paths/page-paths.ts';
import { isQuotaError } from '../../store/db/transactions.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { notify } from '../../ui/overlays/toasts.ts';

export interface SessionPageProps {
  readonly store: Store;
  /** Empty if this build has no sign-in. */
  readonly clientId: string;
}

/**
 * Deleting the values is enough to sign out: this page does not load the provider's script, and nobody is signed in
 * automatically.
 */
export async function signOut(store: Pick<Store, 'settings'>): Promise<void> {
  const t = sessionText();
  try {
    await (await store.settings()).signOut();
    notify(t.signedOut);
  } catch (error) {
    notify(isQuotaError(error) ? t.notSignedOutFull : t.notSignedOut, { kind: 'error' });
  }
}

/** Shows the signed-in user from the stored values, also offline. All other features work without signing in. */
export function SessionPage({ store, clientId }: SessionPageProps) {
  const t = sessionText();
  const values = useStored(() => store.queries.settings(), [store]);
  if (clientId === '' || values === undefined) return null;

  if (values.AuthToken === null) {
    return (
      <>
        <p>{t.optional}</p>
        <a className={buttonClass('secondary', true)} href={SIGN_IN_PATH}>
          {t.signInWithGoogle}
        </a>
      </>
    );
  }
  const name = `${values.FirstName ?? ''} ${values.Surname ?? ''}`.trim();
  return (
    <>
      <p>{name === '' ? t.signedIn : format(t.signedInAs, { name })}</p>
      {values.RefreshToken === null ? (
        <a className={buttonClass('quiet', true)} href={`${SIGN_IN_PATH}?offline`}>
          {t.allowOffline}
        </a>
      ) : null}
      <Button block onClick={() => void signOut(store)}>
        {t.signOut}
      </Button>
    </>
  );
}
