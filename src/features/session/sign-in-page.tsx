import { GoogleLogin, GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google';
import { useState } from 'react';
import { SETTINGS_PATH } from '../../page-paths.ts';
import type { DeviceStorage } from '../../store/device.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import { readCredential } from './credential.ts';
import { keepOfflineAccess, keepSignIn } from './session.ts';

type Problem = 'unreachable' | 'refused' | 'notKept';

const problemWords: Readonly<Record<Problem, string>> = {
  unreachable:
    'Google’s sign-in could not be loaded. Try again with signal; Veld works without signing in.',
  refused: 'Google did not sign you in. Try again; Veld works without signing in.',
  notKept: 'Your sign-in could not be saved on this phone. Make some room and try again.',
};

interface PartProps {
  readonly storage: DeviceStorage;
  readonly onDone: () => void;
  readonly onProblem: (problem: Problem) => void;
}

function SignIn({ storage, onDone, onProblem }: PartProps) {
  return (
    <GoogleLogin
      onError={() => onProblem('refused')}
      onSuccess={({ credential }) => {
        const result = credential === undefined ? null : readCredential(credential);
        if (result === null) return onProblem('refused');
        keepSignIn(storage, result).then(onDone, () => onProblem('notKept'));
      }}
      size="large"
      text="signin_with"
      width={280}
    />
  );
}

/** The authorisation code flow requests offline access; the library requests the scopes 'openid profile email'. */
function OfflineAccess({ storage, onDone, onProblem }: PartProps) {
  const requestAccess = useGoogleLogin({
    flow: 'auth-code',
    onSuccess: ({ code }) => {
      keepOfflineAccess(storage, code).then(onDone, () => onProblem('notKept'));
    },
    onError: () => onProblem('refused'),
    onNonOAuthError: () => onProblem('refused'),
  });
  return (
    <Button block onClick={() => requestAccess()} variant="primary">
      Allow offline access
    </Button>
  );
}

export interface SignInPageProps {
  readonly clientId: string;
  readonly storage: DeviceStorage;
  /** signIn: learns who the person is. offlineAccess: gets a code with which a server could renew the sign-in. */
  readonly purpose: 'signIn' | 'offlineAccess';
  readonly onDone: () => void;
}

/** The only page that loads the provider's script. */
export function SignInPage({ clientId, storage, purpose, onDone }: SignInPageProps) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const part = { storage, onDone, onProblem: setProblem };
  return (
    <Page>
      <PageTitle
        lead={
          purpose === 'signIn'
            ? 'Google tells Veld your name and e-mail address. Nothing of a customer goes to Google.'
            : 'Google gives this phone a one-time code for your sign-in. It is kept here, and goes nowhere else.'
        }
      >
        {purpose === 'signIn' ? 'Sign in' : 'Offline access'}
      </PageTitle>
      {problem ? <Banner kind="error">{problemWords[problem]}</Banner> : null}
      <GoogleOAuthProvider clientId={clientId} onScriptLoadError={() => setProblem('unreachable')}>
        {purpose === 'signIn' ? <SignIn {...part} /> : <OfflineAccess {...part} />}
      </GoogleOAuthProvider>
      <a className={buttonClass('quiet', true)} href={SETTINGS_PATH}>
        Back to settings
      </a>
    </Page>
  );
}
