import { useState } from 'react';
import { isWitnessed } from '../../domain/forms/witness.ts';
import { customerViewText } from '../../messages/customer-view.ts';
import { say } from '../../messages/say.ts';
import { TERMS_PATH } from '../../page-paths.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { WholeScreen } from '../../ui/whole-screen.tsx';
import { customerFacts, signerName } from './customer-facts.ts';
import styles from './customer-view.module.css';
import type { FormSession } from './form-session.ts';
import type { CheckContext, FormState } from './form-state.ts';
import type { FormParts } from './parts.ts';
import { useLandscape } from './use-landscape.ts';

/** Turns an installed app on its side while it is there, as a signature is wide. */
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
 * What the customer sees when the phone is turned to them: what they sign for, their consent, then the pad alone. All of it is
 * the form's own: whoever does not turn the phone fills in the same below.
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
            {customerFacts(state, context).map(([term, value]) => (
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
          title={name === '' ? t.signHere : say(t.signHereNamed[signer], { name })}
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
