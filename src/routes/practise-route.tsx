import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { formOf } from '../domain/forms/form-of.ts';
import { builtInOptions } from '../domain/forms/options.ts';
import type { Values } from '../domain/forms/values.ts';
import { type SubmissionId, submissionId } from '../domain/ids.ts';
import { FormScreen } from '../features/form/form-screen.tsx';
import { stepIn } from '../features/form/section-step.ts';
import { CapturedMark } from '../features/outbox/captured/captured-mark.tsx';
import { madeUpCustomer } from '../features/practice/made-up-customer.ts';
import { PracticeBar } from '../features/practice/practice-bar.tsx';
import { PracticeCaptured } from '../features/practice/practice-captured.tsx';
import { PracticeStart } from '../features/practice/practice-start.tsx';
import { focusScreen } from '../features/shell/navigation.ts';
import { formText } from '../messages/form.ts';
import { practiceText } from '../messages/practice.ts';
import { PRACTISE_PATH } from '../page-paths.ts';
import { newContent } from '../store/draft-content.ts';
import { Skeleton } from '../ui/loading.tsx';
import { Page } from '../ui/page.tsx';
import { notify } from '../ui/toasts.ts';
import { lazyParts, lazyUnsavedFiles, loadCapture, useCapture } from './lazy-capture.tsx';
import { PracticeDocuments } from './practice-documents.tsx';
import { PRACTISE_ROUTE } from './route-paths.ts';
import { usePractice } from './use-practice.ts';

const route = getRouteApi(PRACTISE_ROUTE);

const parts = { ...lazyParts, documents: PracticeDocuments };

interface FillingProps {
  readonly id: SubmissionId | undefined;
  /** To the form's own address; without an id to a new one's. */
  readonly goTo: (id?: SubmissionId) => Promise<void>;
  readonly onCaptured: (values: Values) => void;
}

/** The real form over a store of its own. What it would tell the outbox, the worker or the phone's memory, nobody hears. */
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
        signaturePng={async (signed, witness) =>
          (await loadCapture()).signaturePng(store, signed, witness)
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
