import { GoogleLogin, GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google';
import { useState } from 'react';
import { pagesText } from '../../messages/pages.ts';
import { sessionText } from '../../messages/session.ts';
import { SETTINGS_PATH } from '../../page-paths.ts';
import type { DeviceStorage } from '../../store/device.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Page, PageTitle } from '../../ui/page.tsx';
import { readCredential } from './credential.ts';
import { keepOfflineAccess, keepSignIn } from './session.ts';

type Problem = 'unreachable' | 'refused' | 'notKept';

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
      {sessionText().allowOffline}
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
  const t = sessionText();
  const [problem, setProblem] = useState<Problem | null>(null);
  const part = { storage, onDone, onProblem: setProblem };
  return (
    <Page>
      <PageTitle lead={purpose === 'signIn' ? t.signInLead : t.offlineLead}>
        {purpose === 'signIn' ? pagesText().signIn : t.offlineAccess}
      </PageTitle>
      {problem ? <Banner kind="error">{t[problem]}</Banner> : null}
      <GoogleOAuthProvider clientId={clientId} onScriptLoadError={() => setProblem('unreachable')}>
        {purpose === 'signIn' ? <SignIn {...part} /> : <OfflineAccess {...part} />}
      </GoogleOAuthProvider>
      <a className={buttonClass('quiet', true)} href={SETTINGS_PATH}>
        {t.toSettings}
      </a>
    </Page>
  );
}
