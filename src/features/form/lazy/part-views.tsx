import { type ReactNode, useEffect, useRef, useState } from 'react';
import { checkSection } from '../../../domain/forms/check.ts';
import { isSignedByName, isWitnessed, witnessFields } from '../../../domain/forms/customer.ts';
import { inSlots } from '../../../domain/forms/document-kinds.ts';
import { type FormPart, filesOf, type Section } from '../../../domain/forms/form.ts';
import type { Values } from '../../../domain/forms/values.ts';
import { signatureText } from '../../../messages/capture.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { formReviewText } from '../../../messages/form-review.ts';
import { schedule } from '../../../platform/timers.ts';
import { isQuotaError } from '../../../store/db/transactions.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { RadioGroup } from '../../../ui/fields/radio-group.tsx';
import { IconBack, IconChevronRight } from '../../../ui/frame/icons.tsx';
import { useClosesOnBack } from '../../../ui/overlays/dialog.tsx';
import { notify } from '../../../ui/overlays/toasts.ts';
import { strokesBeingSaved } from '../../../worker/pending-work.ts';
import { anchorId } from '../form-anchor.tsx';
import type { FormSession } from '../form-session.ts';
import {
  type CheckContext,
  captureIn,
  type FormState,
  isOnWitnessPage,
  unpassedWarnings,
} from '../form-state.ts';
import type { FormParts } from '../parts.ts';
import { issueSentence } from '../shown-issues.ts';
import { CustomerView, signerName } from './customer-view.tsx';
import styles from './form-lazy.module.css';

/** The text of a part's warnings that the person has not passed. They are shown at once, not only after 'Next'. */
const partWarning = (
  state: FormState,
  section: Section,
  context: CheckContext,
  part: FormPart,
): string =>
  unpassedWarnings(
    state,
    checkSection(section, captureIn(state, context)).filter(({ at }) => at === part),
  )
    .map((warning) => issueSentence(warning, fieldsText().part[part]))
    .join(' ');

interface PartProps {
  readonly store: FormStore;
  readonly session: FormSession;
  readonly state: FormState;
  readonly parts: FormParts;
  readonly error: string | undefined;
  readonly section: Section;
  readonly context: CheckContext;
  readonly children: ReactNode;
}

const views: Readonly<Record<FormPart, (props: PartProps) => ReactNode>> = {
  location: ({
    session: { dispatch },
    state,
    section,
    context,
    parts: { location: Part },
    error,
  }) => (
    <Part
      doubt={partWarning(state, section, context, 'location')}
      error={error}
      onLocation={(found) => dispatch({ type: 'located', location: found })}
      onUseAnyway={() => dispatch({ type: 'usedAnyway', at: 'location', context })}
      onWithoutLocation={(chosen) => dispatch({ type: 'wentWithoutLocation', chosen })}
      value={state.content.location}
      withoutLocation={state.content.withoutLocation}
    />
  ),
  consent: ({ error, ...props }) => {
    const { consent, values } = props.state.content;
    return (
      <div className={styles['consent']}>
        {isSignedByName(values) ? null : <CustomerView {...props} />}
        <Checkbox
          checked={consent}
          error={error}
          label={formReviewText().consent}
          onChange={(agreed) => props.session.dispatch({ type: 'agreed', consent: agreed })}
          required={true}
        />
      </div>
    );
  },
  signature: (props) => <Signing {...props} />,
};

/**
 * Deletes the signature when the signer changes from customer to witness, or back. It listens to the session, because
 * 'Next' may show another section in the same moment. If the deletion fails, the form gets the former signer back.
 * Returns a function that ends this.
 */
export function clearForNewSigner(
  { state, subscribe, dispatch }: Pick<FormSession, 'state' | 'subscribe' | 'dispatch'>,
  clear: () => Promise<unknown>,
): () => void {
  const isWitness = () => isWitnessed(state().content.values);
  /** The signer of the stored strokes. */
  let inkOf = isWitness();
  let seen = inkOf;
  return subscribe(() => {
    if (isWitness() === seen) return;
    seen = isWitness();
    const cleared = clear().then(
      () => {
        inkOf = isWitness();
        dispatch({ type: 'replaced', part: 'signature' });
      },
      (error) => {
        seen = inkOf;
        dispatch({ type: 'typed', name: witnessFields.cannotSign, value: inkOf });
        const t = signatureText().notSaved;
        notify(isQuotaError(error) ? t.clearFull : t.clearFailed, { kind: 'error' });
      },
    );
    strokesBeingSaved.add(cleared);
  });
}

/**
 * The pad for the customer, and the way to a page for a customer who cannot sign: the name of the witness, and the way
 * in which the witness signs.
 */
function Signing({ store, session, state, parts, error, context, children }: PartProps) {
  const { dispatch, ensureDraft, id } = session;
  const { signature: Part, signatureByName: ByName } = parts;
  const { values } = state.content;
  const t = signatureText();
  const isWitness = isWitnessed(values);
  const way = isWitness ? String(values[witnessFields.byName] ?? '') : '';

  const isOpen = isOnWitnessPage(state);
  const go = (at: string) => dispatch({ type: 'moved', section: 'sign', at });
  const close = () => go(witnessFields.cannotSign);
  useClosesOnBack(isOpen, close);

  useEffect(
    () => clearForNewSigner(session, async () => (await store.strokes()).clear(id)),
    [session, store, id],
  );

  const pad = (
    <Part
      ensureDraft={ensureDraft}
      error={error}
      onSigned={() => dispatch({ type: 'replaced', part: 'signature' })}
      signer={isWitness ? 'witness' : 'customer'}
      signerName={isWitness ? '' : signerName(values)}
      store={store}
      submissionId={id}
    />
  );
  if (!isOpen)
    return (
      <>
        {isWitness ? null : pad}
        <div id={anchorId(witnessFields.cannotSign)}>
          <button className={styles['cannot']} onClick={() => go(witnessFields.name)} type="button">
            <span>
              {fieldsText().label[witnessFields.cannotSign]}
              {isWitness ? <small>{error ?? witnessNote(values, context)}</small> : null}
            </span>
            <IconChevronRight />
          </button>
        </div>
      </>
    );
  return (
    <section aria-labelledby="cannot-sign" className={styles['witness']}>
      <div className={styles['head']}>
        <Button
          aria-label={formReviewText().backToSign}
          className={styles['back']}
          data-aside=""
          icon={<IconBack />}
          onClick={close}
          variant="quiet"
        />
        <h3 id="cannot-sign">{fieldsText().label[witnessFields.cannotSign]}</h3>
      </div>
      <p>{t.hint.witness}</p>
      {children}
      <RadioGroup
        legend={t.how}
        name={witnessFields.byName}
        onChange={(chosen) =>
          dispatch({ type: 'typed', name: witnessFields.byName, value: chosen === 'true' })
        }
        error={way === '' ? error : undefined}
        options={[
          { value: 'false', label: t.pen },
          { value: 'true', label: t.name },
        ]}
        value={way}
      />
      {way === 'true' ? <ByName /> : null}
      {way === 'false' ? pad : null}
      {isWitness ? (
        <Button
          data-aside=""
          onClick={() => {
            dispatch({ type: 'typed', name: witnessFields.cannotSign, value: false });
            close();
          }}
          variant="quiet"
        >
          {formReviewText().canSign}
        </Button>
      ) : null}
    </section>
  );
}

const witnessNote = (values: Values, { hasSignature }: CheckContext): string =>
  hasSignature || isSignedByName(values)
    ? signatureText().savedBy.witness
    : signatureText().hint.witness;

export const FormPartView = ({ part, ...props }: PartProps & { readonly part: FormPart }) =>
  views[part](props);

/** The time (ms) to see the last photo and its verdict. */
const GO_ON_AFTER_MS = 1_500;

/** True if each page that the section asks for by name has a good photo. False if it asks for a document with any number of pages. */
export function hasAllPages(state: FormState, section: Section, context: CheckContext): boolean {
  const { values } = state.content;
  const { files } = context;
  return (
    filesOf(section, values).every(({ kind, pages }) =>
      pages?.(values).every((_, slot) => inSlots(files.filter((file) => file.kind === kind))[slot]),
    ) &&
    files.every(({ isKept, verdict }) => verdict === 'good' || isKept) &&
    checkSection(section, captureIn(state, context)).length === 0
  );
}

/**
 * Presses 'Next' when the camera has added the last missing photo and all photos are good. Waits `GO_ON_AFTER_MS` first, and does
 * nothing if the person acts meanwhile.
 */
export function GoOnAfterPhoto({
  state,
  section,
  context,
}: Pick<PartProps, 'state' | 'section' | 'context'>) {
  const line = useRef<HTMLParagraphElement>(null);
  /** The number of files before the camera's last photo. */
  const [before, setBefore] = useState<number | null>(null);
  const { files } = context;
  const isDone = !state.isEditing && hasAllPages(state, section, context);
  const isGoing = before !== null && isDone && files.length > before;
  useEffect(() => {
    const form = line.current?.closest('form');
    const listening = new AbortController();
    const { signal } = listening;
    form?.addEventListener(
      'change',
      ({ target }) => {
        const isPhoto = target instanceof HTMLInputElement && target.hasAttribute('capture');
        if (isPhoto && !isDone) setBefore(files.length);
      },
      { signal },
    );
    if (isGoing) {
      for (const act of ['keydown', 'pointerdown'])
        window.addEventListener(act, () => setBefore(null), { capture: true, signal });
      signal.addEventListener(
        'abort',
        schedule(GO_ON_AFTER_MS, () => form?.requestSubmit()),
      );
    }
    return () => listening.abort();
  }, [files.length, isDone, isGoing]);
  return (
    <p className={styles['goingOn']} ref={line} role="status">
      {isGoing ? formReviewText().goingOn : null}
    </p>
  );
}
