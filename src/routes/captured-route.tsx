import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { submissionId } from '../domain/ids.ts';
import { CapturedScreen } from '../features/outbox/captured/captured-screen.tsx';
import { promptInstall } from '../features/settings/install-offer.ts';
import { installOffer } from '../features/settings/install-prompt.ts';
import { useOnline } from '../features/shell/online.ts';
import { persistenceText } from '../messages/notices.ts';
import { outboxText } from '../messages/outbox.ts';
import { OUTBOX_PATH } from '../paths/page-paths.ts';
import { newFormPath } from '../paths/submission-paths.ts';
import { Button } from '../ui/content/button.tsx';
import { Banner } from '../ui/frame/banner.tsx';
import { notify } from '../ui/overlays/toasts.ts';
import { protectionAnswer } from './protection.ts';
import { exportDialogWith } from './rescue.tsx';
import { CAPTURED_ROUTE } from './route-paths.ts';
import { useSubmissionCommands } from './submission-commands.ts';

/**
 * The browser's answer to the request for persistent storage, with a button to install if that
 * helps. Not a toast, because a toast would cover the button for the next customer.
 */
export function ProtectionNotice() {
  const answer = useSyncExternalStore(protectionAnswer.subscribe, protectionAnswer.snapshot);
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  if (answer === null) return null;
  const t = persistenceText();
  return (
    <Banner
      actions={
        answer === 'refused' && isOffered ? (
          <Button onClick={() => void promptInstall()}>{t.install}</Button>
        ) : null
      }
      kind={answer === 'promised' ? 'success' : 'info'}
    >
      {t[answer]}
    </Banner>
  );
}

const route = getRouteApi(CAPTURED_ROUTE);

export function CapturedRoute() {
  const services = route.useLoaderData();
  const { id } = route.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSimForCustomer } = useSubmissionCommands(services);
  return (
    <CapturedScreen
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      notice={<ProtectionNotice />}
      Link={Link}
      unreadable={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onAnotherSim={(done) => void nextSimForCustomer(done).then((to) => navigate({ to }))}
      onCorrect={(refused) => void correct(refused).then((to) => navigate({ to }))}
      onDeleted={() => void navigate({ to: OUTBOX_PATH, replace: true })}
      online={online}
      onSendPhotos={(waiting) =>
        void actions
          .sendNow(waiting)
          .catch(() => notify(outboxText().notStarted, { kind: 'warning' }))
      }
      onNextCustomer={(kind) => void navigate({ to: newFormPath(kind) })}
      store={services.store}
    />
  );
}
