import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useLayoutEffect } from 'react';
import { submissionId } from '../domain/ids.ts';
import { CapturedScreen } from '../features/outbox/captured/captured-screen.tsx';
import { SubmissionScreen } from '../features/outbox/submission/submission-screen.tsx';
import { useOnline } from '../features/shell/online.ts';
import {
  CAPTURED_ROUTE,
  formPath,
  newFormPath,
  OUTBOX_PATH,
  SUBMISSION_ROUTE,
} from '../paths/page-paths.ts';
import { schedule } from '../platform/timers.ts';
import { historyEntries } from '../ui/overlays/history-entries.ts';
import { exportDialogWith } from './export-dialog.tsx';
import { orLazyNotice, useSubmissionCommands } from './submission-commands.ts';

const captured = getRouteApi(CAPTURED_ROUTE);
const details = getRouteApi(SUBMISSION_ROUTE);

/** An agent who taps sooner after the page opens has not seen it. */
const UNSEEN_MS = 800;

/** Ignores the second tap of a double tap on 'Submit', which would press a tab. The keyboard goes on working. */
function useIgnoredTaps(): void {
  useLayoutEffect(() => {
    const { style } = document.body;
    style.pointerEvents = 'none';
    const allow = () => style.removeProperty('pointer-events');
    const cancel = schedule(UNSEEN_MS, allow);
    return () => {
      cancel();
      allow();
    };
  }, []);
}

export function CapturedRoute() {
  useIgnoredTaps();
  const services = captured.useLoaderData();
  const { id } = captured.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSimForCustomer, startCorrection } = useSubmissionCommands(services);
  return (
    <CapturedScreen
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      // The state of one form's screen must not reach another's.
      key={id}
      Link={Link}
      unreadable={{ exportDialog: exportDialogWith(services.sync), remove: actions.remove }}
      onAnotherSim={(done) =>
        void orLazyNotice(nextSimForCustomer(done).then((to) => navigate({ to })))
      }
      onCorrect={(refused) => void orLazyNotice(correct(refused).then((to) => navigate({ to })))}
      onDeleted={() => void navigate({ to: OUTBOX_PATH, replace: true })}
      onStartCorrection={async (returned) => navigate({ to: await startCorrection(returned) })}
      online={online}
      onSendPhotos={actions.sendNow}
      onNextCustomer={(kind) => void navigate({ to: newFormPath(kind) })}
      store={services.store}
    />
  );
}

export function SubmissionRoute() {
  const services = details.useLoaderData();
  const { id } = details.useParams();
  const navigate = useNavigate();
  const online = useOnline();
  const { actions, correct, nextSimForCustomer, startCorrection } = useSubmissionCommands(services);
  return (
    <SubmissionScreen
      actions={actions}
      store={services.store}
      exportDialog={exportDialogWith(services.sync)}
      hasSignIn={services.settings.googleClientId !== ''}
      id={submissionId(id)}
      key={id}
      Link={Link}
      onCorrect={(refused) => void orLazyNotice(correct(refused).then((to) => navigate({ to })))}
      onDeleted={() =>
        // The open dialog has a history entry, which must be removed first.
        void historyEntries()
          .inTurn(historyEntries().leaveLayers)
          .then(() => navigate({ to: OUTBOX_PATH, replace: true }))
      }
      onDraft={(draft) => void navigate({ to: formPath(draft) })}
      online={online}
      onStartCorrection={async (returned) => navigate({ to: await startCorrection(returned) })}
      onNextSim={(done) =>
        void orLazyNotice(nextSimForCustomer(done).then((to) => navigate({ to })))
      }
    />
  );
}
