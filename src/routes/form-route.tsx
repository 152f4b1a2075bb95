import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useLiveQuery } from 'dexie-react-hooks';
import type { FormKind } from '../domain/forms/form.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import { submissionId } from '../domain/ids.ts';
import { DocumentCapture } from '../features/capture/document-capture.tsx';
import { LocationCapture } from '../features/capture/location-capture.tsx';
import { SignaturePad } from '../features/capture/signature-pad.tsx';
import { signaturePng } from '../features/capture/signature-png.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import { formPath } from '../features/outbox/form-path.ts';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import { protectAfterSubmit } from '../features/settings/first-submit.ts';
import { persistenceWords } from '../features/settings/storage-state.ts';
import type { Services } from '../services.ts';
import { cachedOptions } from '../store/info.ts';
import { submit } from '../sync/submit.ts';
import { notify } from '../ui/toasts.ts';
import { useDraftCopy } from './draft-copy.ts';

const root = getRouteApi('__root__');
const parts = { documents: DocumentCapture, location: LocationCapture, signature: SignaturePad };

export interface FormRouteProps {
  readonly kind: FormKind;
  /** Undefined at the start of a form. */
  readonly id: string | undefined;
  readonly services: Services;
}

/** Asks the browser to keep what was just submitted, and says what it answered. */
async function tellProtection(): Promise<void> {
  const answer = await protectAfterSubmit(navigator.storage);
  if (answer !== null)
    notify(persistenceWords[answer], { kind: answer === 'promised' ? 'success' : 'info' });
}

export function FormRoute({ kind, id: address, services: { db, ports } }: FormRouteProps) {
  const { analytics, wake } = root.useRouteContext();
  const navigate = useNavigate();
  const id = address === undefined ? null : submissionId(address);
  const options = useLiveQuery(async () => (await cachedOptions(db)) ?? builtInOptions, [db]);
  useDraftCopy(db, ports, id);
  if (options === undefined) return null;
  return (
    <FormScreen
      db={db}
      kind={kind}
      Link={Link}
      onCreated={(created) =>
        void navigate({ to: formPath({ kind, id: created }), replace: true, resetScroll: false })
      }
      onSubmitted={(submitted, values) => {
        rememberCustomer(submitted, values);
        wake();
        analytics?.track({ name: 'submitted', kind, count: 1 });
        notify(navigator.onLine ? 'Sending…' : 'Saved. It will be sent when you are online.', {
          kind: 'success',
        });
        void tellProtection();
        // Replaced, so that 'Back' does not lead into a customer's form.
        void navigate({ to: '/outbox/$id', params: { id: submitted }, replace: true });
      }}
      options={options}
      otherSubmissionLink={(other) => `/outbox/${other}`}
      parts={parts}
      signaturePng={(signed) => signaturePng(db, signed)}
      submissionId={id}
      submit={(filled, signature) => submit(ports, filled, signature)}
    />
  );
}
