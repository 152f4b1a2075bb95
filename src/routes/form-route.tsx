import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import { stepIn } from '../features/form/section-step.ts';
import type { Services } from '../services/services.ts';
import { useStored } from '../store/use-stored.ts';
import { capturedPath, formPath } from '../submission-paths.ts';
import { useDraftCopy } from './draft-copy.ts';
import { useEarlyLocation } from './early-location.ts';
import { lazyParts, lazyUnsavedFiles, loadCapture, useCapture } from './lazy-capture.tsx';

const root = getRouteApi('__root__');

export interface FormRouteProps {
  readonly kind: FormKind;
  /** Undefined at the start of a form. */
  readonly id: string | undefined;
  readonly services: Services;
}

/** A form that is opened again may start at any section, so it needs the capture code before it is shown. */
function ReopenedForm(props: FormRouteProps) {
  return useCapture() === null ? null : <OpenForm {...props} />;
}

export function FormRoute(props: FormRouteProps) {
  // A new form's address gets an id at the first change, and must then stay the same screen.
  const [isNew] = useState(props.id === undefined);
  return isNew ? <OpenForm {...props} /> : <ReopenedForm {...props} />;
}

function OpenForm({ kind, id: address, services }: FormRouteProps) {
  const { store } = services;
  const { analytics, wake } = root.useRouteContext();
  const navigate = useNavigate();
  const id = address === undefined ? null : submissionId(address);
  const stored = useStored(() => store.queries.options(), [store], services.options);
  const options = stored ?? builtInOptions;
  const unsavedFiles = useMemo(() => lazyUnsavedFiles(store), [store]);
  const entryForm = useLocation({ select: ({ state }) => stepIn(state)?.form });
  const isLeft = useRef(false);
  const onCreated = useCallback(
    (created: SubmissionId) => {
      if (isLeft.current) return;
      const to = formPath({ kind, id: created });
      void navigate({ to, replace: true, resetScroll: false, state: true });
    },
    [kind, navigate],
  );
  useDraftCopy(services, id);
  useEarlyLocation(id !== null);
  // Once a form is begun, the later sections' code is loaded in advance. A failure is reported by the section that needs it.
  useEffect(() => {
    if (id !== null) void loadCapture().catch(() => undefined);
  }, [id]);
  return (
    <FormScreen
      store={store}
      kind={kind}
      Link={Link}
      entryForm={entryForm}
      onCreated={onCreated}
      onSubmitted={(submitted, values) => {
        wake();
        analytics?.track({ name: 'submitted', kind, count: 1 });
        void loadCapture().then(
          ({ followSubmit }) => followSubmit(store, kind, submitted, values),
          () => undefined,
        );
        void navigate({ to: capturedPath(submitted), replace: true });
      }}
      options={options}
      parts={lazyParts}
      signaturePng={async (signed, witness) =>
        (await loadCapture()).signaturePng(store, signed, witness)
      }
      submissionId={id}
      unsavedFiles={unsavedFiles}
      submit={async (filled, signature) => {
        const result = await (await loadCapture()).submit(services, filled, signature);
        isLeft.current = result.status === 'saved' || result.status === 'alreadySubmitted';
        return result;
      }}
    />
  );
}
