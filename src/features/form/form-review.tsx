import type { OptionLists, Section } from '../../domain/forms/form.ts';
import { witnessOf } from '../../domain/forms/witness.ts';
import type { SubmissionId } from '../../domain/ids.ts';
import { count } from '../../messages/count.ts';
import { formLaterText } from '../../messages/form-later.ts';
import { formatBytes } from '../../messages/formats.ts';
import { say } from '../../messages/say.ts';
import { sectionsText } from '../../messages/sections.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Banner } from '../../ui/banner.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { StoredContext } from './check-context.ts';
import styles from './form-review.module.css';
import { type FormState, shownSections } from './form-state.ts';
import { missingIn } from './missing.ts';
import type { FormParts } from './parts.ts';
import { type Fact, factsOf } from './review-facts.ts';

export interface FormReviewProps {
  readonly store: FormStore;
  readonly submissionId: SubmissionId;
  readonly state: FormState;
  readonly context: StoredContext;
  readonly options: OptionLists;
  readonly parts: FormParts;
  /** `at`: a field, a kind of document or a part of that section. */
  readonly onEdit: (section: Section['id'], at?: string) => void;
}

/** Everything entered, section by section, to look through before it is submitted; on top what is missing still. */
export function FormReview(props: FormReviewProps) {
  const { state, context, options, onEdit } = props;
  const t = formLaterText();
  const { content } = state;
  const { files, preparing, hasSignature } = context;
  const reviewed = { content, options, files, preparing, hasSignature };
  const sections = shownSections(state).filter(({ id }) => id !== 'review');
  const missing = missingIn(state, context, sections);
  return (
    <>
      {missing.length === 0 ? null : (
        <Banner kind="warning" title={count(t.incomplete, missing.length)}>
          <ul className={styles['missing']}>
            {missing.map(({ section, at, text }) => (
              <li key={at}>
                <EditLink onPress={() => onEdit(section, at)} section={section}>
                  {text}
                </EditLink>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <div className={styles['sheet']}>
        {sections.map((section) => (
          <section className={styles['section']} key={section.id}>
            <div className={styles['head']}>
              <h3 className={styles['title']}>{sectionsText()[section.id]}</h3>
              <EditLink onPress={() => onEdit(section.id)} section={section.id}>
                {say(t.edit, { section: sectionsText()[section.id] })}
              </EditLink>
            </div>
            <dl>
              {factsOf(section, reviewed).map((fact) => (
                <div className={styles['fact']} key={fact.name}>
                  <dt>{fact.name}</dt>
                  <dd className={classNames(fact.files.length > 0 && styles['pictures'])}>
                    <FactValue {...props} fact={fact} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  );
}

interface EditLinkProps {
  readonly section: Section['id'];
  readonly onPress: () => void;
  readonly children: string;
}

const EditLink = ({ section, onPress, children }: EditLinkProps) => (
  <a
    className={styles['edit']}
    href={`#${section}`}
    onClick={(event) => {
      event.preventDefault();
      onPress();
    }}
  >
    {children}
  </a>
);

type FactValueProps = Pick<FormReviewProps, 'store' | 'submissionId' | 'state' | 'parts'> & {
  readonly fact: Fact;
};

function FactValue({ fact, store, submissionId, state, parts }: FactValueProps) {
  const { documentPicture: Picture, signaturePicture: Signature } = parts;
  return (
    <>
      {fact.files.length === 0 ? null : (
        <ul className={styles['files']}>
          {fact.files.map((row) => (
            <li key={row.id}>
              <Picture row={row} store={store} />
              {say(formLaterText().file, { name: row.originalName, size: formatBytes(row.size) })}
            </li>
          ))}
        </ul>
      )}
      {fact.lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one text, which can be alike.
        <span className={styles['line']} key={index}>
          {line}
        </span>
      ))}
      {fact.isSignature ? (
        <Signature
          store={store}
          submissionId={submissionId}
          witness={witnessOf(state.content.values)}
        />
      ) : null}
    </>
  );
}
