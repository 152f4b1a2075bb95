import { useEffect, useState } from 'react';
import { uniqueText } from '../../../domain/forms/check.ts';
import {
  customerName,
  isBusiness,
  isWitnessed,
  keptNumber,
  witnessOf,
} from '../../../domain/forms/customer.ts';
import type { Values } from '../../../domain/forms/values.ts';
import { customerViewText } from '../../../messages/form-review.ts';
import { format } from '../../../messages/text.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Button } from '../../../ui/content/button.tsx';
import { IconBack, IconInfo, IconPhone } from '../../../ui/frame/icons.tsx';
import { IconEye, IconLock } from '../../../ui/frame/more-icons.tsx';
import { WholeScreen } from '../../../ui/overlays/dialog.tsx';
import { buzz } from '../../../ui/overlays/haptics.ts';
import { notify } from '../../../ui/overlays/toasts.ts';
import { readContext } from '../check-context.ts';
import type { FormSession } from '../form-session.ts';
import type { FormState } from '../form-state.ts';
import type { FormParts } from '../parts.ts';
import styles from './customer-view.module.css';
import { sayNotChecked } from './submit-form.tsx';

/** The person's name. A business's name is not used. */
const personIn = (values: Values): string => customerName({ ...values, isBusinessCustomer: false });

/** The name of the signer: the witness if there is one, else the customer. '' if no name is entered yet. */
export const signerName = (values: Values): string => witnessOf(values) ?? personIn(values);

/** The facts that the customer agrees to. Missing data is named too. */
function customerFacts({
  form,
  content: { values },
}: FormState): readonly (readonly [name: string, value: string])[] {
  const t = customerViewText();
  const person = personIn(values);
  const name = isBusiness(values)
    ? format(t.forBusiness, { person, business: customerName(values) })
    : person;
  const simCardNumber = uniqueText(form, values).replace(/(\d{4})(?=\d)/g, '$1 ');
  const kept = form.kind === 'replacement' ? [[t.kept, keptNumber(values)]] : [];
  return [[t.who, name], ...kept, [t.which, simCardNumber]].map(
    ([term = '', value = '']) => [term, value.trim() === '' ? t.notYet : value] as const,
  );
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
  readonly parts: FormParts;
}

const pictures = { name: IconInfo, safe: IconLock, ask: IconEye } as const;
const points = ['name', 'safe', 'ask'] as const;

interface AgreeProps {
  readonly state: FormState;
  readonly onTerms: () => void;
  readonly onAnswer: (consent: boolean) => void;
}

function Agree({ state, onTerms, onAnswer }: AgreeProps) {
  const t = customerViewText();
  return (
    <>
      <dl className={styles['facts']}>
        {customerFacts(state).map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <ul className={styles['points']}>
        {points.map((point) => {
          const Icon = pictures[point];
          return (
            <li key={point}>
              <span className={styles['picture']}>
                <Icon />
              </span>
              {t.point[point]}
            </li>
          );
        })}
      </ul>
      <p className={styles['template']}>{t.template}</p>
      <div className={styles['answers']}>
        <Button block={true} onClick={onTerms} variant="quiet">
          {t.readTerms}
        </Button>
        <Button block={true} onClick={() => onAnswer(true)} variant="primary">
          {t.iAgree}
        </Button>
        <Button block={true} onClick={() => onAnswer(false)} variant="quiet">
          {t.iDoNotAgree}
        </Button>
      </div>
    </>
  );
}

/** The mark draws itself, with one short buzz. */
function Thanks({ onClose }: { readonly onClose: () => void }) {
  const t = customerViewText();
  useEffect(() => buzz('done'), []);
  return (
    <>
      <div className={styles['thanks']}>
        <svg aria-hidden="true" className={styles['tick']} viewBox="0 0 72 72">
          <circle cx="36" cy="36" r="33" />
          <path d="M22 37l10 10 18-21" />
        </svg>
        <p>{t.reference}</p>
      </div>
      <Button block={true} onClick={onClose} variant="primary">
        {t.giveBack}
      </Button>
    </>
  );
}

/**
 * The screens for the customer: what they agree to, the pad alone, and the thanks. They edit the form's own data. If the
 * agent does not use them, the same controls are below in the form.
 */
export function CustomerView({ store, session, state, parts }: CustomerViewProps) {
  const [step, setStep] = useState<'closed' | 'look' | 'terms' | 'sign' | 'thanks'>('closed');
  const { dispatch, ensureDraft, id } = session;
  const { values } = state.content;
  const { signature: Pad, terms: Terms } = parts;
  const t = customerViewText();
  const close = () => setStep('closed');
  const signer = isWitnessed(values) ? 'witness' : 'customer';
  const name = signerName(values);

  function answer(consent: boolean): void {
    dispatch({ type: 'agreed', consent });
    setStep(consent ? 'sign' : 'closed');
    if (!consent) notify(t.didNotAgree, { kind: 'error' });
  }

  /** Goes on as 'Next' does: to the review, or to a missing part of this section. */
  async function giveBack(): Promise<void> {
    close();
    try {
      const context = await readContext(store, id, session.state());
      dispatch({ type: 'checked', context });
    } catch (error) {
      sayNotChecked(error);
    }
  }

  const screens = {
    closed: null,
    look: (
      <WholeScreen
        above={<p className={styles['beat']}>{format(t.beat, { number: 1 })}</p>}
        key="look"
        onClose={close}
        title={t.title[state.form.kind]}
      >
        <Agree onAnswer={answer} onTerms={() => setStep('terms')} state={state} />
      </WholeScreen>
    ),
    terms: (
      <WholeScreen
        above={
          <Button
            className={styles['back']}
            icon={<IconBack />}
            onClick={() => setStep('look')}
            variant="quiet"
          >
            {t.back}
          </Button>
        }
        key="terms"
        onClose={() => setStep('look')}
        title={t.terms}
      >
        <div className={styles['terms']}>
          <Terms />
        </div>
      </WholeScreen>
    ),
    sign: (
      <WholeScreen
        above={<p className={styles['beat']}>{format(t.beat, { number: 2 })}</p>}
        key="sign"
        onClose={() => setStep('look')}
        title={name === '' ? t.signHere : format(t.signHereNamed[signer], { name })}
      >
        <Landscape />
        <Pad
          ensureDraft={ensureDraft}
          error={undefined}
          onDone={() => setStep('thanks')}
          onSigned={() => dispatch({ type: 'replaced', part: 'signature' })}
          signer={signer}
          signerName={name}
          store={store}
          submissionId={id}
        />
      </WholeScreen>
    ),
    thanks: (
      <WholeScreen
        key="thanks"
        onClose={() => void giveBack()}
        title={format(t.thanks, { name: name.split(' ')[0] ?? '' })}
      >
        <Thanks onClose={() => void giveBack()} />
      </WholeScreen>
    ),
  };
  return (
    <>
      <Button
        aria-haspopup="dialog"
        block={true}
        className={styles['turn']}
        data-aside=""
        icon={<IconPhone />}
        onClick={() => setStep('look')}
      >
        {t.turn}
      </Button>
      {screens[step]}
    </>
  );
}
