import type { ReactNode } from 'react';
import { checkSection } from '../../../domain/forms/check.ts';
import { isSignedByName, isWitnessed } from '../../../domain/forms/customer.ts';
import type { FormPart, Section } from '../../../domain/forms/form.ts';
import { fieldsText } from '../../../messages/fields.ts';
import { formReviewText } from '../../../messages/form-review.ts';
import { TERMS_PATH } from '../../../paths/page-paths.ts';
import type { FormStore } from '../../../store/open-store.ts';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import type { FormSession } from '../form-session.ts';
import { type CheckContext, captureIn, type FormState, unpassedWarnings } from '../form-state.ts';
import type { FormParts } from '../parts.ts';
import { issueSentence } from '../shown-issues.ts';
import { CustomerView } from './customer-view.tsx';
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
  consent: ({ session: { dispatch }, state: { content }, error }) => (
    <Checkbox
      checked={content.consent}
      error={error}
      hint={
        <a className={styles['terms']} href={TERMS_PATH} rel="noopener" target="_blank">
          {formReviewText().readTerms}
        </a>
      }
      label={formReviewText().consent}
      onChange={(agreed) => dispatch({ type: 'agreed', consent: agreed })}
      required={true}
    />
  ),
  signature: ({ children, ...props }) => {
    const { dispatch, ensureDraft, id } = props.session;
    const { signature: Part, signatureByName: ByName } = props.parts;
    const { values } = props.state.content;
    if (isSignedByName(values)) return <ByName>{children}</ByName>;
    return (
      <>
        <CustomerView {...props} />
        <Part
          store={props.store}
          ensureDraft={ensureDraft}
          error={props.error}
          onSigned={() => dispatch({ type: 'signed' })}
          signer={isWitnessed(values) ? 'witness' : 'customer'}
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
