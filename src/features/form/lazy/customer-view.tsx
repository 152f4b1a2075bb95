import { useEffect, useState } from 'react';
import { uniqueText } from '../../../domain/forms/check.ts';
import {
  customerName,
  isBusiness,
  isWitnessed,
  witnessOf,
} from '../../../domain/forms/customer.ts';
import { documentKinds } from '../../../domain/forms/document-kinds.ts';
import type { Values } from '../../../domain/forms/values.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { customerViewText } from '../../../messages/form-review.ts';
import { format } from '../../../messages/text.ts';
import { TERMS_PATH } from '../../../paths/page-paths.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { WholeScreen } from '../../../ui/overlays/whole-screen.tsx';
import type { FormSession } from '../form-session.ts';
import type { CheckContext, FormState } from '../form-state.ts';
import type { FormParts } from '../parts.ts';
import styles from './customer-view.module.css';

/** The person's name. A business's name is not used. */
const personIn = (values: Values): string => customerName({ ...values, isBusinessCustomer: false });

/** The name of the signer: the witness if there is one, else the customer. '' if no name is entered yet. */
const signerName = (values: Values): string => witnessOf(values) ?? personIn(values);

/** The customer's summary before signing: name, SIM card, documents. Missing data is named too. */
function customerSummary(
  { form, content: { values } }: FormState,
  { fileCounts }: Pick<CheckContext, 'fileCounts'>,
): readonly (readonly [name: string, value: string])[] {
  const t = customerViewText();
  const person = personIn(values);
  const name = isBusiness(values)
    ? format(t.forBusiness, { person, business: customerName(values) })
    : person;
  const simCardNumber = uniqueText(form, values).replace(/(\d{4})(?=\d)/g, '$1 ');
  const documents = documentKinds
    .filter(({ kind }) => (fileCounts[kind] ?? 0) > 0)
    .map(({ kind }) =>
      format(t.documentCount, {
        document: fieldsText().document[kind],
        count: fileCounts[kind] ?? 0,
      }),
    )
    .join(', ');
  return [
    [t.who, name],
    [t.which, simCardNumber],
    [t.documents, documents],
  ].map(([term = '', value = '']) => [term, value.trim() === '' ? t.notYet : value] as const);
}

/** Chrome on Android supports this for installed apps. TypeScript's library lacks the type. */
type Lockable = Partial<
  Readonly<{ lock: (orientation: 'landscape') => Promise<void>; unlock: () => void }>
>;

/** Turns the screen to landscape while the component is mounted, if the browser allows it. */
function useLandscape(): void {
  useEffect(() => {
    const orientation = screen.orientation as Lockable | undefined;
    const locked = orientation?.lock?.('landscape').then(
      () => true,
      // In other browsers the person turns the phone, or signs in portrait.
      () => false,
    );
    return () => void locked?.then((isLocked) => isLocked && orientation?.unlock?.());
  }, []);
}

/** Turns an installed app to landscape, because a signature is wide. */
function Landscape() {
  useLandscape();
  return null;
}

export interface CustomerViewProps {
  readonly store: FormStore;
  readonly session: FormSession;
  readonly state: FormState;
  readonly context: CheckContext;
  readonly parts: FormParts;
}

/**
 * The screen for the customer: the summary, the consent, then the pad alone. It edits the form's own data. If the agent
 * does not use this screen, the same controls are below in the form.
 */
export function CustomerView({ store, session, state, context, parts }: CustomerViewProps) {
  const [step, setStep] = useState<'closed' | 'look' | 'sign'>('closed');
  const [isAsked, setIsAsked] = useState(false);
  const { dispatch, ensureDraft, id } = session;
  const { consent, values } = state.content;
  const { signature: Pad } = parts;
  const t = customerViewText();
  const open = () => {
    setIsAsked(false);
    setStep('look');
  };
  const close = () => setStep('closed');
  const signer = isWitnessed(values) ? 'witness' : 'customer';
  const name = signerName(values);
  return (
    <div className={styles['turn']}>
      <Button aria-haspopup="dialog" data-aside="" block={true} onClick={open}>
        {t.turn}
      </Button>
      {step === 'look' ? (
        <WholeScreen
          action={<Button onClick={close}>{t.done}</Button>}
          onClose={close}
          title={t.title[state.form.kind]}
        >
          <dl className={styles['facts']}>
            {customerSummary(state, context).map(([term, value]) => (
              <div key={term}>
                <dt>{term}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={styles['consent']}>
            <Checkbox
              checked={consent}
              error={isAsked && !consent ? t.tickFirst : undefined}
              hint={
                <a className={styles['terms']} href={TERMS_PATH} rel="noopener" target="_blank">
                  {t.readTerms}
                </a>
              }
              label={t.iAgree}
              onChange={(agreed) => dispatch({ type: 'agreed', consent: agreed })}
              required={true}
            />
          </div>
          <Button
            block={true}
            onClick={() => (consent ? setStep('sign') : setIsAsked(true))}
            variant="primary"
          >
            {t.goOnToSign}
          </Button>
        </WholeScreen>
      ) : null}
      {step === 'sign' ? (
        <WholeScreen
          action={
            <Button onClick={close} variant="primary">
              {t.done}
            </Button>
          }
          onClose={close}
          title={name === '' ? t.signHere : format(t.signHereNamed[signer], { name })}
        >
          <Landscape />
          <Pad
            ensureDraft={ensureDraft}
            error={undefined}
            isWhole={true}
            onSigned={() => dispatch({ type: 'signed' })}
            signer={signer}
            store={store}
            submissionId={id}
          />
        </WholeScreen>
      ) : null}
    </div>
  );
}
