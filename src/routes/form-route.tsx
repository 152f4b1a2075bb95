import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { FormKind } from '../domain/forms/form-kinds.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import { stepIn } from '../features/form/section-entries.ts';
import { capturedPath, formPath, REGISTER_ROUTE, REPLACE_ROUTE } from '../paths/page-paths.ts';
import { schedule } from '../platform/timers.ts';
import type { Services } from '../services/services.ts';
import { noQuery } from '../store/db/query.ts';
import { useStored } from '../store/use-stored.ts';
import { usePromise } from '../ui/frame/lazy-component.tsx';
import { buzz } from '../ui/overlays/haptics.ts';
import { flushAllDrafts } from '../worker/pending-work.ts';
import { lazyParts, lazyUnsavedFiles, loadCapture, useCapture } from './lazy-capture.tsx';
import { NewFormGate } from './may-begin-here.tsx';

/**
 * The wait after the last change before the copy is written. A copy has some kilobytes, so it is not written at each
 * key press.
 */
const QUIET_FOR_MS = 3000;

/**
 * Saves the last changes, then writes the copy. If the code cannot be loaded, no copy is written, as on a full disk. The
 * draft itself is stored.
 */
const keepCopy = (sync: Services['sync'], id: SubmissionId): Promise<void> =>
  Promise.all([sync(), flushAllDrafts()]).then(
    ([{ keepDraftCopy }]) => keepDraftCopy(id),
    () => undefined,
  );

/**
 * Writes a second copy of an open draft, in case the browser loses the database. Writes it at each change of section,
 * with each file, and at each pause. Also writes it when the page is hidden, and when the form is left.
 */
export function useDraftCopy({ store, sync }: Services, id: SubmissionId | null): void {
  const state = useStored(
    () => (id === null ? noQuery : store.queries.draftFingerprint(id)),
    [store, id],
  );
  const captured = state?.captured;
  useEffect(() => {
    if (id !== null && captured !== undefined) void keepCopy(sync, id);
  }, [sync, id, captured]);
  const all = state?.all;
  useEffect(() => {
    if (id === null || all === undefined) return;
    return schedule(QUIET_FOR_MS, () => void keepCopy(sync, id));
  }, [sync, id, all]);
  useEffect(() => {
    if (id === null) return;
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') void keepCopy(sync, id);
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      void keepCopy(sync, id);
    };
  }, [sync, id]);
}

/**
 * Searches for the location once a form is begun, if the person has given permission before. Otherwise, and for an
 * empty form, the location's code is not loaded.
 */
export function useEarlyLocation(isBegun: boolean): void {
  useEffect(() => {
    if (!isBegun) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    async function watch(): Promise<void> {
      const { state } = await navigator.permissions.query({ name: 'geolocation' });
      if (state !== 'granted') return;
      const { watchLocation } = await import('../features/capture/location/location-watch.ts');
      if (!signal.aborted) signal.addEventListener('abort', watchLocation());
    }
    // Errors are ignored. The Sign section searches again and shows errors.
    watch().catch(() => undefined);
    return () => leaving.abort();
  }, [isBegun]);
}

const root = getRouteApi('__root__');

export interface FormRouteProps {
  readonly kind: FormKind;
  /** Undefined for a new form. */
  readonly id: string | undefined;
  readonly services: Services;
}

let isRepaired = false;

/**
 * A form that is opened again may start at any section. So before the form is shown, the capture code must be loaded and
 * the form's files must be repaired.
 */
function ReopenedForm(props: FormRouteProps) {
  const repaired = usePromise(async () => {
    await props.services.repair();
    isRepaired = true;
    return isRepaired;
  }, isRepaired || undefined);
  const capture = useCapture();
  return repaired && capture ? <OpenForm {...props} /> : null;
}

export function FormRoute(props: FormRouteProps) {
  // A new form's address gets an id at the first change. The screen must then stay the same.
  const [isNew] = useState(props.id === undefined);
  return isNew ? (
    <NewFormGate isBegun={props.id !== undefined} services={props.services}>
      <OpenForm {...props} />
    </NewFormGate>
  ) : (
    <ReopenedForm {...props} />
  );
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
  // Once a form is begun, the code of later sections is loaded in advance. If loading fails, the section that needs the
  // code reports it.
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
        buzz('done');
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
      signaturePng={async (signed, signer) =>
        (await loadCapture()).signaturePng(store, signed, signer)
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

const registerRoute = getRouteApi(REGISTER_ROUTE);

export function RegisterRoute() {
  const { id } = registerRoute.useParams();
  return <FormRoute id={id} kind="registration" services={registerRoute.useLoaderData()} />;
}

const replaceRoute = getRouteApi(REPLACE_ROUTE);

export function ReplaceRoute() {
  const { id } = replaceRoute.useParams();
  return <FormRoute id={id} kind="replacement" services={replaceRoute.useLoaderData()} />;
}
