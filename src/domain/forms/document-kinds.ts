import { hasSaId, isBusiness } from './customer.ts';
import type { FormKind } from './form-kinds.ts';
import type { Values } from './values.ts';

/** No document has more pages. The limit also saves storage. */
export const MAX_FILES_OF_A_KIND = 10;

export type PageName = 'front' | 'back' | 'photoPage';

type Row = Readonly<{
  kind: string;
  /** The forms that have this kind, in their section 'documents'. */
  forms: readonly FormKind[];
  /** The call that uploads the file: the second part of the path, after the form's folder. */
  call: `Save${string}`;
  /** The beginning of the file's name on the wire. */
  fileNameStem: string;
  required: boolean;
  /** The names of the first pages, in order. Later pages have no names. Absent: no page has a name. */
  pages?: (values: Values) => readonly PageName[];
  /** True if this customer needs the kind. Absent: every customer does. */
  applies?: (values: Values) => boolean;
}>;

/**
 * All facts about each kind of document, one row for each kind. A submission's files are sent in the order of the rows.
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

export type FileKind = Row & Readonly<{ kind: DocumentKind; call: UploadCall }>;

export const documentKinds: readonly FileKind[] = rows;

/** The kinds of documents of a form, for any customer. */
export const documentsOf = (form: FormKind): readonly FileKind[] =>
  documentKinds.filter(({ forms }) => forms.includes(form));

type File = Readonly<{ slot?: number }>;

/**
 * The files of a kind by page. Null: the page has no file. So the back stays the back when the front is removed. A file without a page,
 * or with an occupied page, takes the first free page.
 */
export function inSlots<Kept extends File>(files: readonly Kept[]): readonly (Kept | null)[] {
  const slots: (Kept | null)[] = [];
  const homeless: Kept[] = [];
  const lastSlot = MAX_FILES_OF_A_KIND - 1;
  for (const file of files) {
    const { slot = -1 } = file;
    if (!Number.isInteger(slot) || slot < 0 || slot > lastSlot || slots[slot]) {
      homeless.push(file);
      continue;
    }
    while (slots.length < slot) slots.push(null);
    slots[slot] = file;
  }
  for (const file of homeless) slots[firstFree(slots)] = file;
  return slots;
}

const firstFree = (slots: readonly (File | null)[]): number => {
  const free = slots.indexOf(null);
  return free === -1 ? slots.length : free;
};

/** The page of the next file: the wanted one if it is free, else the first free one. */
export function freeSlot(files: readonly File[], wanted?: number): number {
  const slots = inSlots(files);
  return wanted === undefined || slots[wanted] ? firstFree(slots) : wanted;
}
