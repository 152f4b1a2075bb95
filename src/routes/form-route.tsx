import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import { submissionId } from '../domain/ids.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import { rememberCustomer } from '../features/outbox/recent-customers.ts';
import { protectAfterSubmit } from '../features/settings/first-submit.ts';
import { persistenceWords } from '../features/settings/storage-state.ts';
import { formPath, submissionPath } from '../pages.ts';
import type { Services } from '../services/services.ts';
import { useStored } from '../store/use-stored.ts';
import { notify } from '../ui/toasts.ts';
import { sendsWhenClosed } from '../worker/sends-when-closed.ts';
import { useDraftCopy } from './draft-copy.ts';
import { useEarlyLocation } from './early-location.ts';
import { lateParts, lateUnsavedFiles, loadCapture, useCapture } from './late-capture.tsx';

const root = getRouteApi('__root__');

export interface FormRouteProps {
  readonly kind: FormKind;
  /** Undefined at the start of a form. */
  readonly id: string | undefined;
  readonly services: Services;
}

/**
 * Asks the browser at once to keep what was just submitted. What it answered is said by the function that comes back, once
 * the person has read that it is saved: one message at a time, and no alarm over the good news.
 */
function tellProtection(): () => void {
  const asked = protectAfterSubmit(navigator.storage);
  return () =>
    void asked.then((answer) => {
      if (answer !== null)
        notify(persistenceWords[answer], { kind: answer === 'promised' ? 'success' : 'info' });
    });
}

const savedWords = (sends: boolean): string =>
  sends
    ? 'Saved. It will be sent when you are online.'
    : 'Saved. Open Veld when you have signal: it is sent while Veld is open.';

/** A form that is opened again shows whichever section it was left at. */
function ReopenedForm(props: FormRouteProps) {
  return useCapture() === null ? null : <OpenForm {...props} />;
}

export function FormRoute(props: FormRouteProps) {
  // The address gets its id while a new form is filled in: that is still the same screen.
  const [isNew] = useState(props.id === undefined);
  return isNew ? <OpenForm {...props} /> : <ReopenedForm {...props} />;
}

function OpenForm({ kind, id: address, services }: FormRouteProps) {
  const { store, sync } = services;
  const { analytics, wake } = root.useRouteContext();
  const navigate = useNavigate();
  const sends = sendsWhenClosed();
  const id = address === undefined ? null : submissionId(address);
  const stored = useStored(() => store.queries.options(), [store], services.options);
  const options = stored ?? builtInOptions;
  const unsavedFiles = useMemo(() => lateUnsavedFiles(store), [store]);
  useDraftCopy(services, id);
  useEarlyLocation();
  // Begun, so the later sections will be wanted; whoever gets there first hears of a failure.
  useEffect(() => {
    if (id !== null) void loadCapture().catch(() => undefined);
  }, [id]);
  return (
    <FormScreen
      store={store}
      kind={kind}
      Link={Link}
      onCreated={(created) =>
        void navigate({ to: formPath({ kind, id: created }), replace: true, resetScroll: false })
      }
      onSubmitted={(submitted, values) => {
        rememberCustomer(submitted, values);
        wake();
        analytics?.track({ name: 'submitted', kind, count: 1 });
        const tellNext = tellProtection();
        if (navigator.onLine) notify('Sending…', { onClose: tellNext });
        else notify(savedWords(sends), { kind: 'success', onClose: tellNext });
        // Replaced, so that 'Back' does not lead into a customer's form.
        void navigate({ to: submissionPath(submitted), replace: true });
      }}
      options={options}
      parts={lateParts}
      signaturePng={async (signed) => (await loadCapture()).signaturePng(store, signed)}
      submissionId={id}
      unsavedFiles={unsavedFiles}
      submit={async (filled, signature) => (await sync()).submit(filled, signature)}
    />
  );
}
