import { SESSION_PATH, SETTINGS_PATH } from '../paths/page-paths.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { createRoot } from 'react-dom/client';
import { SignInPage } from '../features/session/sign-in-page.tsx';
import { buildSettings } from '../settings/environment.ts';
import { openSettings } from '../store/device/device-storage.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('sign-in.html has no #root.');

const { googleClientId: clientId } = buildSettings;
// A build without sign-in has no content for this page.
if (clientId === '') window.location.replace(SETTINGS_PATH);
else {
  createRoot(root).render(
    <SignInPage
      clientId={clientId}
      onDone={() => window.location.replace(SESSION_PATH)}
      purpose={
        new URLSearchParams(window.location.search).has('offline') ? 'offlineAccess' : 'signIn'
      }
      storage={openSettings(() => window.localStorage)}
    />,
  );
}
