import type { ReactNode } from 'react';
import type { Section } from '../../domain/forms/form.ts';
import type { FormPart } from '../../domain/forms/form-parts.ts';
import { isWitnessed } from '../../domain/forms/witness.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { TERMS_PATH } from '../../page-paths.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { CustomerView } from './customer-view.tsx';
import styles from './form-later.module.css';
import type { FormSession } from './form-session.ts';
import type { CheckContext, FormState } from './form-state.ts';
import { doubtAt } from './part-doubt.ts';
import type { FormParts } from './parts.ts';

interface PartProps {
  readonly store: FormStore;
  readonly session: FormSession;
  readonly state: FormState;
  readonly parts: FormParts;
  readonly error: string | undefined;
  readonly section: Section;
  readonly context: CheckContext;
  /** The fields inside the part. */
  readonly children: ReactNode;
}

/** How each part of a form is drawn. */
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
      doubt={doubtAt(state, section, context, 'location')}
      error={error}
      onLocation={(found) => dispatch({ type: 'located', location: found })}
      onUseAnyway={() => dispatch({ type: 'usedAnyway', at: 'location', context })}
      onWithoutLocation={(chosen) => dispatch({ type: 'wentWithoutLocation', chosen })}
      value={state.content.location}
      withoutLocation={state.content.withoutLocation}
    />
  ),
  consent: ({ session: { dispatch }, state: { content }, error }) => (
    <Checkbox
      checked={content.consent}
      error={error}
      hint={
        <a className={styles['terms']} href={TERMS_PATH} rel="noopener" target="_blank">
          {formLaterText().readTerms}
        </a>
      }
      label={formLaterText().consent}
      onChange={(agreed) => dispatch({ type: 'agreed', consent: agreed })}
      required={true}
    />
  ),
  signature: ({ children, ...props }) => {
    const { dispatch, ensureDraft, id } = props.session;
    const { signature: Part } = props.parts;
    return (
      <>
        <CustomerView {...props} />
        <Part
          store={props.store}
          ensureDraft={ensureDraft}
          error={props.error}
          onSigned={() => dispatch({ type: 'signed' })}
          signer={isWitnessed(props.state.content.values) ? 'witness' : 'customer'}
          submissionId={id}
        >
          {children}
        </Part>
      </>
    );
  },
};

export const FormPartView = ({ part, ...props }: PartProps & { readonly part: FormPart }) =>
  views[part](props);
