import { hasSaId, isBusiness } from './customer.ts';
import type { FormKind } from './form-kinds.ts';
import type { Values } from './values.ts';

/** No document has more pages, and a phone's storage is limited. */
export const MAX_FILES_OF_A_KIND = 10;

export type PageName = 'front' | 'back' | 'photoPage';

type Row = Readonly<{
  kind: string;
  /** The forms that have it, in their section 'documents'. */
  forms: readonly FormKind[];
  /** The call that uploads such a file: the second part of its path on the server, after the form's folder. */
  call: `Save${string}`;
  /** The beginning of such a file's name on the wire. */
  fileNameStem: string;
  required: boolean;
  /** The pages that are asked for by name, in this order; absent: none. Any number of others may follow. */
  pages?: (values: Values) => readonly PageName[];
  /** For which customers the form has it; absent: for all. */
  applies?: (values: Values) => boolean;
}>;

/**
 * Every kind of document, one row each. Everything about a kind is stated here. A submission's files are sent in the order of the
 * rows.
 */
const rows = [
  {
    kind: 'idDocument',
    forms: ['registration', 'replacement'],
    call: 'SaveIdDocument',
    fileNameStem: 'id-document',
    required: true,
    pages: (values) =>
      hasSaId(values) && values['isIdBook'] !== true ? ['front', 'back'] : ['photoPage'],
  },
  {
    kind: 'companyRegistrationDocument',
    forms: ['registration'],
    call: 'SaveCompanyRegistrationDocument',
    fileNameStem: 'company-registration-document',
    required: true,
    applies: isBusiness,
  },
  {
    kind: 'policeDocument',
    forms: ['replacement'],
    call: 'SavePoliceDocument',
    fileNameStem: 'police-document',
    required: false,
  },
] as const satisfies readonly Row[];

export type DocumentKind = (typeof rows)[number]['kind'];
export type UploadCall = (typeof rows)[number]['call'];

/** One row: a kind of document. */
export type FileKind = Row & Readonly<{ kind: DocumentKind; call: UploadCall }>;

export const documentKinds: readonly FileKind[] = rows;

/** The kinds of documents of a form, for any customer. */
export const documentsOf = (form: FormKind): readonly FileKind[] =>
  documentKinds.filter(({ forms }) => forms.includes(form));
