import { SIGN_IN_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { useStored } from '../../store/use-stored.ts';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/card.tsx';
import { notify } from '../../ui/toasts.ts';

export interface SessionCardProps {
  readonly store: Store;
  /** Empty: this build has no sign-in. */
  readonly clientId: string;
}

/** Shows who is signed in, from the stored values, also offline. Everything else works without signing in. */
export function SessionCard({ store, clientId }: SessionCardProps) {
  const values = useStored(() => store.queries.settings(), [store]);
  if (clientId === '' || values === undefined) return null;

  // The provider's script is not loaded here and nobody is signed in automatically: deleting the values signs out.
  async function signOut() {
    await (await store.settings()).signOut();
    notify('Signed out. What waits to be sent stays on this phone.');
  }

  if (values.AuthToken === null) {
    return (
      <Card title="Sign-in">
        <p>
          Signing in is optional: sending does not need it. It needs signal once, and is remembered
          afterwards.
        </p>
        <a className={buttonClass('secondary', true)} href={SIGN_IN_PATH}>
          Sign in with Google
        </a>
      </Card>
    );
  }
  const name = `${values.FirstName ?? ''} ${values.Surname ?? ''}`.trim();
  return (
    <Card title="Sign-in">
      <p>Signed in{name === '' ? '' : ` as ${name}`}.</p>
      {values.RefreshToken === null ? (
        <a className={buttonClass('quiet', true)} href={`${SIGN_IN_PATH}?offline`}>
          Allow offline access
        </a>
      ) : null}
      <Button block onClick={() => void signOut()}>
        Sign out
      </Button>
    </Card>
  );
}
