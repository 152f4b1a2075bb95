import { GoogleLogin, GoogleOAuthProvider, useGoogleLogin } from '@react-oauth/google';
import { useState } from 'react';
import * as v from 'valibot';
import { sessionText } from '../../messages/settings.ts';
import { pagesText } from '../../messages/shell.ts';
import { SESSION_PATH } from '../../paths/page-paths.ts';
import { type DeviceStorage, deviceDefaults } from '../../store/device/device-storage.ts';
import { Button, buttonClass } from '../../ui/content/button.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { Page, PageTitle } from '../../ui/frame/page.tsx';

/** The result of a sign-in (specification, section 3), with the two names that form its display name. */
export type SignInResult = Readonly<{
  displayName: string;
  firstName: string;
  surname: string;
  emailAddress: string;
  idToken: string;
  profileImageUrl: string;
}>;

const claimsSchema = v.object({
  email: v.string(),
  given_name: v.optional(v.string(), ''),
  family_name: v.optional(v.string(), ''),
  picture: v.optional(v.string(), ''),
});

function claimsText(idToken: string): string | undefined {
  const [, payload] = idToken.split('.');
  if (payload === undefined) return undefined;
  const binary = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}

/**
 * Reads an ID token (a JWT) to show the user's name. The signature is not checked, because nothing relies on the token:
 * it is sent to no server. Returns null if the token is not valid.
 */
export function readCredential(idToken: string): SignInResult | null {
  let claims: unknown;
  try {
    claims = JSON.parse(claimsText(idToken) ?? '');
  } catch {
    return null;
  }
  const parsed = v.safeParse(claimsSchema, claims);
  if (!parsed.success) return null;
  const { email, given_name: firstName, family_name: surname, picture } = parsed.output;
  return {
    displayName: `${firstName} ${surname}`.trim(),
    firstName,
    surname,
    emailAddress: email,
    idToken,
    profileImageUrl: picture,
  };
}

/**
 * Stores the signed-in user, so that the name is available offline. `UserId` keeps its default 0, because only the
 * backend could assign a user id.
 */
export function keepSignIn(storage: DeviceStorage, result: SignInResult): Promise<void> {
  return storage.set({
    AuthToken: result.idToken,
    UserId: deviceDefaults.UserId,
    FirstName: result.firstName,
    Surname: result.surname,
    ProfileImageUrl: result.profileImageUrl,
  });
}

/**
 * Stores the one-time code of offline access under the specification's key 'RefreshToken'. The code is not a refresh
 * token: a server would have to exchange it, and the backend has no call for that.
 */
export function keepOfflineAccess(storage: DeviceStorage, code: string): Promise<void> {
  return storage.set({ RefreshToken: code });
}

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

/**
 * Requests offline access through the authorisation code flow. The library requests the scopes 'openid profile email'.
 */
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
  /** signIn: gets the user's name. offlineAccess: gets a code with which a server could renew the sign-in. */
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
      <a className={buttonClass('quiet', true)} href={SESSION_PATH}>
        {t.toSettings}
      </a>
    </Page>
  );
}
