import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import { builtInOptions } from '../../domain/forms/options.ts';
import { sectionsText } from '../../messages/fields.ts';
import { formText } from '../../messages/form.ts';
import { htmlText } from '../../messages/prerendered.ts';
import { newContent } from '../../store/drafts/draft-content.ts';
import { Button } from '../../ui/content/button.tsx';
import { SectionList } from '../../ui/content/section-list.tsx';
import { ActionBar } from '../../ui/frame/action-bar.tsx';
import { Banner } from '../../ui/frame/banner.tsx';
import { PlainLink } from '../../ui/frame/link.tsx';
import { EMPTY_CONTEXT } from './check-context.ts';
import styles from './form-layout.module.css';
import { FormPage, SectionHeading } from './form-page.tsx';
import { SectionFields } from './form-section.tsx';
import { currentSection, openingState, shownSections } from './form-state.ts';
import { PRERENDERED_FORM, PRERENDERED_NOTICE } from './prerendered-form.ts';
import { progressOf } from './shown-issues.ts';

const nothing = (): void => {};

/**
 * The start of a form in the page's HTML, laid out like `FormEditor`'s first section. The fields accept typing. The
 * prerendering disables the buttons.
 */
export function PrerenderedForm({ kind }: { readonly kind: FormKind }) {
  const state = openingState(formOf(kind), newContent(kind));
  const sections = shownSections(state);
  const section = currentSection(state);
  const heading = `${PRERENDERED_FORM}-section`;
  const t = htmlText();
  return (
    <FormPage
      steps={
        <SectionList
          current={section.id}
          onSelect={nothing}
          sections={sections.map((each) => ({
            id: each.id,
            title: sectionsText()[each.id],
            state: progressOf(state, EMPTY_CONTEXT, each),
          }))}
        />
      }
    >
      <form autoComplete="off" className={styles['form']} id={PRERENDERED_FORM} noValidate={true}>
        <div hidden={true} id={PRERENDERED_NOTICE}>
          <Banner kind="warning" title={t.notLoaded.title}>
            {t.notLoaded.detail}
          </Banner>
        </div>
        <SectionHeading id={heading} section={section} sections={sections} />
        <fieldset aria-labelledby={heading} className={styles['content']}>
          <SectionFields
            context={EMPTY_CONTEXT}
            dispatch={nothing}
            Link={PlainLink}
            onScan={nothing}
            options={builtInOptions}
            section={section}
            shortcutsOf={() => null}
            state={state}
          />
        </fieldset>
      </form>
      <ActionBar back={null}>
        <Button form={PRERENDERED_FORM} type="submit" variant="primary">
          {formText().next}
        </Button>
      </ActionBar>
    </FormPage>
  );
}
