import { useEffect, useState } from 'react';
import type { OptionLists } from '../../domain/forms/form.ts';
import type { FormKind } from '../../domain/forms/form-kinds.ts';
import { formOf } from '../../domain/forms/form-of.ts';
import type { Values } from '../../domain/forms/values.ts';
import { submissionId as idOf, type SubmissionId } from '../../domain/ids.ts';
import { formText } from '../../messages/form.ts';
import { contentOf, type DraftContent, newContent } from '../../store/drafts/draft-content.ts';
import type { OpenResult } from '../../store/drafts/draft-opening.ts';
import type { FormStore } from '../../store/open-store.ts';
import { Skeleton } from '../../ui/content/loading.tsx';
import { type LinkComponent, PlainLink } from '../../ui/frame/link.tsx';
import { Page } from '../../ui/frame/page.tsx';
import { FormEditor } from './form-editor.tsx';
import type { Opened } from './form-session.ts';
import type { SubmitPorts } from './lazy/submit-form.tsx';
import { LazyEnding } from './lazy-parts.tsx';
import type { FormParts, UnsavedFiles } from './parts.ts';
import { prerenderedValues } from './prerendered-values.ts';

export interface FormScreenProps extends SubmitPorts {
  readonly store: FormStore;
  readonly kind: FormKind;
  /** Null for a new form: nothing is stored before the first change. */
  readonly submissionId: SubmissionId | null;
  /** The form of the current history entry. Undefined if unknown. */
  readonly entryForm: string | undefined;
  readonly parts: FormParts;
  readonly unsavedFiles: UnsavedFiles;
  readonly options: OptionLists;
  /**
   * Called when the new draft is on the disk. The caller may then put the draft's address in the URL, but must keep the
   * screen.
   */
  readonly onCreated: (id: SubmissionId) => void;
  readonly Link?: LinkComponent;
}

/** One editing session of one form. `address`: the id in the route when this form was last shown. */
type Sitting = Readonly<{
  address: SubmissionId | null;
  id: SubmissionId;
  /** The content of a new form. Null if the form is stored. */
  begun: DraftContent | null;
  /** A new number starts a new session for a draft that is opened again. */
  number: number;
  /** Values of the earlier session that could not be saved. */
  typed?: Values;
}>;

const sit = (kind: FormKind, address: SubmissionId | null, number: number): Sitting => ({
  address,
  id: address ?? idOf(crypto.randomUUID()),
  begun: address === null ? newContent(kind, prerenderedValues(formOf(kind))) : null,
  number,
});

/** The form of a registration or a replacement, new or stored. */
export function FormScreen({
  submissionId,
  entryForm,
  Link = PlainLink,
  ...rest
}: FormScreenProps) {
  const { kind, onCreated } = rest;
  const [sitting, setSitting] = useState(() => sit(kind, submissionId, 0));
  // The phone's Back returned to an entry from before the draft had its address.
  const isBefore = submissionId === null && entryForm === sitting.id && sitting.address !== null;
  useEffect(() => {
    if (isBefore) onCreated(sitting.id);
  }, [isBefore, onCreated, sitting.id]);
  if (sitting.address !== submissionId && !isBefore) {
    // Either this session's draft got its address, or the route shows another form.
    const isSame = submissionId === sitting.id;
    setSitting(
      isSame ? { ...sitting, address: submissionId } : sit(kind, submissionId, sitting.number + 1),
    );
  }
  const props = { ...rest, Link };
  const { id, begun, number } = sitting;
  const reopen = (typed: Values) =>
    setSitting({ ...sit(kind, id, number + 1), address: submissionId, typed });
  if (begun !== null)
    return (
      <FormEditor
        {...props}
        key={number}
        onTakeOver={reopen}
        opened={{ id, kind, revision: null, content: begun }}
      />
    );
  return <StoredForm {...props} id={id} key={number} onTakeOver={reopen} typed={sitting.typed} />;
}

type StoredFormProps = Omit<FormScreenProps, 'submissionId' | 'entryForm' | 'Link'> & {
  readonly id: SubmissionId;
  readonly Link: LinkComponent;
  readonly onTakeOver: (typed: Values) => void;
  readonly typed: Values | undefined;
};

function StoredForm({ id, onTakeOver, typed, ...rest }: StoredFormProps) {
  const { store, Link } = rest;
  const [result, setResult] = useState<OpenResult | null>(null);
  useEffect(() => {
    let isOver = false;
    store.drafts.open(id).then(
      (found) => {
        if (!isOver) setResult(found);
      },
      (error: unknown) => {
        // The route's error screen tells the person how to continue.
        setResult(() => {
          throw error;
        });
      },
    );
    return () => {
      isOver = true;
    };
  }, [store, id]);

  if (result === null)
    return (
      <Page>
        <Skeleton label={formText().openingForm} />
      </Page>
    );
  if (result.status !== 'open')
    return (
      <LazyEnding
        ending={result.status}
        id={id}
        Link={Link}
        onTakeOver={onTakeOver}
        store={store}
      />
    );
  const { corrects, draft } = result;
  const opened: Opened = {
    id,
    kind: draft.kind,
    revision: draft.revision,
    content: contentOf(draft),
    corrects,
  };
  return <FormEditor {...rest} onTakeOver={onTakeOver} opened={opened} typed={typed} />;
}
