import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { builtInOptions } from '../domain/forms/options.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import type { DocumentsPartProps } from '../features/form/parts.ts';
import { stepIn } from '../features/form/section-entries.ts';
import { CapturedMark } from '../features/outbox/submission/status-sentence.tsx';
import { createMadeUp, madeUpPhoto } from '../features/practice/made-up-customer.ts';
import {
  PracticeBar,
  PracticeCaptured,
  PracticeStart,
  runPress,
} from '../features/practice/practice-screens.tsx';
import { formText } from '../messages/form.ts';
import { practiceText } from '../messages/practice.ts';
import { PRACTISE_PATH, PRACTISE_ROUTE } from '../paths/page-paths.ts';
import { openPractice, type Practice } from '../store/practice-store.ts';
import { Button } from '../ui/content/button.tsx';
import { Skeleton } from '../ui/content/loading.tsx';
import { focusScreen, Page, Stack } from '../ui/frame/page.tsx';
import { notify } from '../ui/overlays/toasts.ts';
import { flushAllDrafts } from '../worker/pending-work.ts';
import { lazyParts, lazyUnsavedFiles, loadCapture, useCapture } from './lazy-capture.tsx';

const { documents: Documents } = lazyParts;

/**
 * The real part, with a fictitious photo for an agent without a document. The photo is processed like a chosen file,
 * one for each requested page.
 */
export function PracticeDocuments(props: DocumentsPartProps) {
  const [busy, setBusy] = useState(false);
  const { store, submissionId, ensureDraft, fileKind, pages } = props;

  async function addPhotos(): Promise<void> {
    const { fileQueueOf } = await loadCapture();
    const asked = pages.length > 0 ? pages : (['page'] as const);
    const files = await Promise.all(asked.map(madeUpPhoto));
    fileQueueOf(store).add(
      files.map((file) => ({ submissionId, kind: fileKind.kind, file, ensureDraft })),
    );
  }

  return (
    <Stack>
      <Documents {...props} />
      <Button block={true} busy={busy} onClick={() => void runPress(setBusy, addPhotos)}>
        {practiceText().usePhoto}
      </Button>
    </Stack>
  );
}

/**
 * Waits for pending saves, then deletes the practice database. Otherwise the saves would be retried until the page
 * closes.
 */
async function leave({ store, leave }: Practice): Promise<void> {
  // If the capture code cannot be loaded, no file can have been chosen.
  const queue = (await loadCapture().catch(() => null))?.fileQueueOf(store);
  for (const { key } of queue?.snapshot() ?? []) queue?.dismiss(key);
  await flushAllDrafts();
  await leave();
}

const isThere = async ({ store }: Practice, id: SubmissionId): Promise<boolean> =>
  (await store.drafts.open(id)).status === 'open';

/**
 * Opens a practice store, and deletes it when the component unmounts. Returns null until the store is open. `id`: the
 * form that a reloaded page continues. `onGone`: called if the browser's history leads to a deleted practice form.
 */
export function usePractice(
  id: SubmissionId | undefined,
  onGone: () => Promise<void>,
): Practice | null {
  const [practice, setPractice] = useState<Practice | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address gets its id later, in the same practice.
  useEffect(() => {
    let isOver = false;
    const opening = openPractice(navigator.locks, id);
    const opened = async (): Promise<void> => {
      const open = await opening;
      if (id !== undefined && !(await isThere(open, id))) await onGone();
      if (!isOver) setPractice(open);
    };
    opened().catch((error: unknown) => {
      // The route's error screen tells the person how to continue.
      setPractice(() => {
        throw error;
      });
    });
    return () => {
      isOver = true;
      // If the store did not open, there is nothing to delete. If the deletion fails, the next start repeats it.
      opening.then(leave).catch(() => undefined);
    };
  }, []);
  useEffect(() => {
    if (practice === null || id === undefined) return;
    isThere(practice, id)
      .then((there) => (there ? undefined : onGone()))
      // If the draft cannot be read, the form itself shows the error.
      .catch(() => undefined);
  }, [practice, id, onGone]);
  return practice;
}

const route = getRouteApi(PRACTISE_ROUTE);

const parts = { ...lazyParts, documents: PracticeDocuments };

interface FillingProps {
  readonly id: SubmissionId | undefined;
  /** Opens the form's address. Without an id, opens the address of a new form. */
  readonly goTo: (id?: SubmissionId) => Promise<void>;
  readonly onCaptured: () => void;
}

/** The real form with its own store. It does not notify the outbox or the worker, and saves no suggestions. */
function Filling({ id, goTo, onCaptured }: FillingProps) {
  const practice = usePractice(id, goTo);
  const isLoaded = useCapture() !== null;
  const entryForm = useLocation({ select: ({ state }) => stepIn(state)?.form });
  const store = practice?.store;
  const unsavedFiles = useMemo(() => store && lazyUnsavedFiles(store), [store]);
  const onCreated = useCallback((created: SubmissionId) => void goTo(created), [goTo]);
  if (store === undefined || unsavedFiles === undefined || !isLoaded)
    return (
      <Page>
        <Skeleton label={formText().openingForm} />
      </Page>
    );

  return (
    <>
      {id === undefined ? (
        <PracticeStart onUse={async () => goTo(await createMadeUp(store.drafts))} />
      ) : null}
      <FormScreen
        entryForm={entryForm}
        kind="registration"
        Link={Link}
        onCreated={onCreated}
        onSubmitted={onCaptured}
        options={builtInOptions}
        parts={parts}
        signaturePng={async (signed, signer) =>
          (await loadCapture()).signaturePng(store, signed, signer)
        }
        store={store}
        submissionId={id ?? null}
        // The form is checked and stored like every form, but no submission is created.
        submit={async () => ({ status: 'saved' })}
        unsavedFiles={unsavedFiles}
      />
    </>
  );
}

/** Tells a person who leaves a begun practice form that nothing of it was kept. */
function useFarewell(isBegun: boolean): void {
  const latest = useRef(isBegun);
  useEffect(() => {
    latest.current = isBegun;
  }, [isBegun]);
  useEffect(
    () => () => {
      if (latest.current) notify(practiceText().left, { staysOnLeaving: true });
    },
    [],
  );
}

export function PractiseRoute() {
  const { id: address } = route.useParams();
  const navigate = useNavigate();
  const [isCaptured, setIsCaptured] = useState(false);
  const [rounds, setRounds] = useState(0);
  // The pressed button is gone and the address is unchanged, so the focus must be moved.
  useEffect(() => {
    if (rounds > 0) focusScreen();
  }, [rounds]);
  useFarewell(address !== undefined && !isCaptured);
  const goTo = useCallback(
    (id?: SubmissionId) =>
      navigate({
        to: id === undefined ? PRACTISE_PATH : `${PRACTISE_PATH}/${id}`,
        replace: true,
        resetScroll: false,
        state: id === undefined ? {} : true,
      }),
    [navigate],
  );
  return (
    <>
      <PracticeBar Link={Link} />
      {isCaptured ? null : (
        <Filling
          goTo={goTo}
          id={address === undefined ? undefined : submissionId(address)}
          onCaptured={() => {
            setIsCaptured(true);
            void goTo();
          }}
        />
      )}
      {isCaptured ? (
        <PracticeCaptured
          Link={Link}
          mark={<CapturedMark state="saved" />}
          onAgain={() => {
            setIsCaptured(false);
            setRounds(rounds + 1);
          }}
        />
      ) : null}
    </>
  );
}
