import type { ReactNode } from 'react';
import type { FormPart } from '../../domain/forms/form-parts.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { TERMS_PATH } from '../../page-paths.ts';
import type { Store } from '../../store/open-store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import styles from './form-layout.module.css';
import type { FormSession } from './form-session.ts';
import type { FormState } from './form-state.ts';
import type { FormParts } from './parts.ts';

interface PartProps {
  readonly store: Store;
  readonly session: FormSession;
  readonly state: FormState;
  readonly parts: FormParts;
  readonly error: string | undefined;
}

/** How each part of a form is drawn. */
const views: Readonly<Record<FormPart, (props: PartProps) => ReactNode>> = {
  location: ({ session: { dispatch }, state: { content }, parts: { location: Part }, error }) => (
    <Part
      error={error}
      onLocation={(found) => dispatch({ type: 'located', location: found })}
      onWithoutLocation={(chosen) => dispatch({ type: 'wentWithoutLocation', chosen })}
      value={content.location}
      withoutLocation={content.withoutLocation}
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
  signature: ({
    store,
    session: { dispatch, ensureDraft, id },
    parts: { signature: Part },
    error,
  }) => (
    <Part
      store={store}
      ensureDraft={ensureDraft}
      error={error}
      onSigned={() => dispatch({ type: 'signed' })}
      submissionId={id}
    />
  ),
};

export const FormPartView = ({ part, ...props }: PartProps & { readonly part: FormPart }) =>
  views[part](props);
