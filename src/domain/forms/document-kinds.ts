import { isBusiness } from './customer.ts';
import type { FormKind } from './form-kinds.ts';
import type { Values } from './values.ts';

/** More than this is no document any more, and nobody's phone has the room. */
export const MAX_FILES_OF_A_KIND = 10;

type Row = Readonly<{
  kind: string;
  /** The forms that ask for it, all in their section 'documents'. */
  forms: readonly FormKind[];
  /** The call that takes a file of it: the second part of its path on the server, under the form's own folder. */
  call: `Save${string}`;
  /** What the name of such a file begins with on the wire. */
  fileNameStem: string;
  required: boolean;
  /** For which customers it is asked for; for all where this is absent. */
  applies?: (values: Values) => boolean;
  label: string;
  hint?: string;
}>;

/**
 * Every kind of document, a row each: all that is said of a kind is said here. Of one submission the files of an earlier
 * row are sent first.
 */
const rows = [
  {
    kind: 'idDocument',
    forms: ['registration', 'replacement'],
    call: 'SaveIdDocument',
    fileNameStem: 'id-document',
    required: true,
    label: 'ID document',
  },
  {
    kind: 'companyRegistrationDocument',
    forms: ['registration'],
    call: 'SaveCompanyRegistrationDocument',
    fileNameStem: 'company-registration-document',
    required: true,
    applies: isBusiness,
    label: 'Company registration document',
  },
  {
    kind: 'policeDocument',
    forms: ['replacement'],
    call: 'SavePoliceDocument',
    fileNameStem: 'police-document',
    required: false,
    label: 'Police affidavit',
    hint: 'Needed when the SIM was lost or stolen.',
  },
] as const satisfies readonly Row[];

export type DocumentKind = (typeof rows)[number]['kind'];
export type UploadCall = (typeof rows)[number]['call'];

/** One row: a kind of document. */
export type FileKind = Row & Readonly<{ kind: DocumentKind; call: UploadCall }>;

export const documentKinds: readonly FileKind[] = rows;

/** What a form asks for, whoever the customer is. */
export const documentsOf = (form: FormKind): readonly FileKind[] =>
  documentKinds.filter(({ forms }) => forms.includes(form));
