import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formOf } from '../domain/forms/form-of.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import type { Values } from '../domain/forms/values.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import { flushAllDrafts } from '../features/form/autosave.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import type { DocumentsPartProps } from '../features/form/parts.ts';
import { stepIn } from '../features/form/section-hold.ts';
import { CapturedMark } from '../features/outbox/captured/captured-screen.tsx';
import { madeUpCustomer, madeUpPhoto } from '../features/practice/made-up-customer.ts';
import {
  PracticeBar,
  PracticeCaptured,
  PracticeStart,
} from '../features/practice/practice-screens.tsx';
import { focusScreen } from '../features/shell/arrival.tsx';
import { formText } from '../messages/form.ts';
import { practiceText } from '../messages/practice.ts';
import { PRACTISE_PATH } from '../paths/page-paths.ts';
import { newContent } from '../store/drafts/draft-content.ts';
import { openPractice, type Practice } from '../store/practice-store.ts';
import { Button } from '../ui/content/button.tsx';
import { Skeleton } from '../ui/content/loading.tsx';
import { Page, Stack } from '../ui/frame/page.tsx';
import { notify } from '../ui/overlays/toasts.ts';
import { lazyParts, lazyUnsavedFiles, loadCapture, useCapture } from './lazy-capture.tsx';
import { PRACTISE_ROUTE } from './route-paths.ts';

const { documents: Documents } = lazyParts;

/**
 * The real part, with a made-up photo for an agent who has no document at hand. It takes the same path as a chosen file, one
 * for each page that is asked for.
 */
export function PracticeDocuments(props: DocumentsPartProps) {
  const [busy, setBusy] = useState(false);
  const { store, submissionId, ensureDraft, fileKind, pages } = props;

  async function addPhotos(): Promise<void> {
    setBusy(true);
    const { fileQueueOf } = await loadCapture();
    const asked = pages.length > 0 ? pages : (['page'] as const);
    const files = await Promise.all(asked.map(madeUpPhoto));
    fileQueueOf(store).add(
      files.map((file) => ({ submissionId, kind: fileKind.kind, file, ensureDraft })),
    );
    setBusy(false);
  }

  return (
    <Stack>
      <Documents {...props} />
      <Button block={true} busy={busy} onClick={() => void addPhotos()}>
        {practiceText().usePhoto}
      </Button>
    </Stack>
  );
}

/** Deletes it, once what is under way has ended: else that would be tried again for as long as the page lives. */
async function leave({ store, leave }: Practice): Promise<void> {
  // Without its code no file can have been chosen.
  const queue = (await loadCapture().catch(() => null))?.fileQueueOf(store);
  for (const { key } of queue?.snapshot() ?? []) queue?.dismiss(key);
  await flushAllDrafts();
  await leave();
}

const isThere = async ({ store }: Practice, id: SubmissionId): Promise<boolean> =>
  (await store.drafts.open(id)).status === 'open';

/**
 * Opens a practice store and deletes it when the component unmounts. Returns null until it is open. `id`: the form that a
 * reloaded page continues. `onGone`: called if the browser's history leads to a practice form that is deleted.
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
      // The route's error screen says what can be done.
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
      // The form itself reports a draft that cannot be read.
      .catch(() => undefined);
  }, [practice, id, onGone]);
  return practice;
}

const route = getRouteApi(PRACTISE_ROUTE);

const parts = { ...lazyParts, documents: PracticeDocuments };

interface FillingProps {
  readonly id: SubmissionId | undefined;
  /** To the form's own address; without an id to a new one's. */
  readonly goTo: (id?: SubmissionId) => Promise<void>;
  readonly onCaptured: (values: Values) => void;
}

/** The real form over its own store. It tells nothing to the outbox, the worker or the suggestions. */
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

  async function fillIn(): Promise<void> {
    const made = submissionId(crypto.randomUUID());
    const content = newContent('registration', madeUpCustomer());
    // The button goes; the focus is then in the form.
    const field = formOf('registration').sections[0]?.fields[0]?.name ?? null;
    const result = await store?.drafts.create(made, 'registration', { ...content, field });
    if (result?.status === 'saved') await goTo(made);
  }

  return (
    <>
      {id === undefined ? <PracticeStart onUse={fillIn} /> : null}
      <FormScreen
        entryForm={entryForm}
        kind="registration"
        Link={Link}
        onCreated={onCreated}
        onSubmitted={(_id, values) => onCaptured(values)}
        options={builtInOptions}
        parts={parts}
        signaturePng={async (signed, signer) =>
          (await loadCapture()).signaturePng(store, signed, signer)
        }
        store={store}
        submissionId={id ?? null}
        // It is checked and stored as every form, and there it ends: no submission is made of it.
        submit={async () => ({ status: 'saved' })}
        unsavedFiles={unsavedFiles}
      />
    </>
  );
}

/** Tells who leaves a form that was begun that nothing of it is left. */
function useFarewell(isBegun: boolean): void {
  const latest = useRef(isBegun);
  useEffect(() => {
    latest.current = isBegun;
  }, [isBegun]);
  useEffect(
    () => () => {
      if (latest.current) notify(practiceText().left);
    },
    [],
  );
}

export function PractiseRoute() {
  const { id: address } = route.useParams();
  const navigate = useNavigate();
  const [captured, setCaptured] = useState<Values | null>(null);
  const [rounds, setRounds] = useState(0);
  // The button that was pressed is gone, and the address is the same.
  useEffect(() => {
    if (rounds > 0) focusScreen();
  }, [rounds]);
  useFarewell(address !== undefined && captured === null);
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
      <PracticeBar />
      {captured === null ? (
        <Filling
          goTo={goTo}
          id={address === undefined ? undefined : submissionId(address)}
          onCaptured={(values) => {
            setCaptured(values);
            void goTo();
          }}
        />
      ) : (
        <PracticeCaptured
          Link={Link}
          mark={<CapturedMark state="saved" />}
          onAgain={() => {
            setCaptured(null);
            setRounds(rounds + 1);
          }}
          values={captured}
        />
      )}
    </>
  );
}
