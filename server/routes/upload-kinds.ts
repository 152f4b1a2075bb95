import { randomUUID } from 'node:crypto';
import type { DocumentsResult } from '../../src/api/contract.ts';
import {
  type DocumentKind,
  documentsOf,
  MAX_FILES_OF_A_KIND,
} from '../../src/domain/forms/document-kinds.ts';
import type { FormKind } from '../../src/domain/forms/form-kinds.ts';
import type { SentFileCall } from '../../src/domain/forms/sent-files.ts';
import { problem } from '../answers/problems.ts';
import { succeeded } from '../answers/results.ts';
import { answered, type Refused, refused } from '../answers/send-ending.ts';
import type {
  Answered,
  FormOwner,
  FormsTransaction,
  StoredDocument,
  StoredFile,
} from '../repository/repository-port.ts';
import type { ContentType } from '../uploads/sniff.ts';
import { documentUrl } from './documents.ts';

const documentTypes: readonly ContentType[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'application/pdf',
];

/** What an upload did to the rows, and so which files must stay and which may go. */
export type Saved = Answered &
  Readonly<{
    kept: ReadonlySet<string>;
    freed: readonly string[];
  }>;

type Save = (
  forms: FormsTransaction,
  owner: FormOwner,
  files: readonly StoredFile[],
  at: number,
) => Promise<Saved | Refused>;

/** SaveSignature: the call's PNGs take the place of the signature that the form had. */
const saveSignature: Save = async (forms, owner, files, at) => ({
  ...answered(succeeded('Signature received', 'We have received the signature.')),
  freed: await forms.replaceSignature(owner.formId, files, at),
  kept: new Set(files.map((file) => file.storageName)),
});

/** A documents call: adds files to the form, each name once, and lists all of the same kind. */
const saveDocuments =
  (category: DocumentKind): Save =>
  async (forms, { formId }, files, at) => {
    const kept = new Set<string>();
    for (const file of files) {
      const namesake = await forms.documentNamed(formId, file.name);
      if (namesake !== null && namesake.sha256 !== file.sha256) {
        return refused(problem('name-taken'));
      }
      if (namesake === null) {
        const document = { ...file, formFileId: randomUUID(), receivedAt: at };
        await forms.addDocument(formId, category, document);
        kept.add(file.storageName);
      }
    }
    const documents = await forms.listDocuments(formId, category);
    if (documents.length > MAX_FILES_OF_A_KIND) {
      return refused(problem('too-many-documents', MAX_FILES_OF_A_KIND));
    }
    const body: DocumentsResult = {
      ...succeeded('Document received', 'We have received the document.'),
      documents: documents.map((it) => listed(it, at)),
    };
    return { ...answered(body), kept, freed: [] };
  };

export type Upload = Readonly<{
  call: SentFileCall;
  accepted: readonly ContentType[];
  save: Save;
}>;

/** One row for each upload of this kind of form: the signature, and the documents of the app's own table. */
export const uploadsOf = (kind: FormKind): readonly Upload[] => [
  { call: 'SaveSignature', accepted: ['image/png'], save: saveSignature },
  ...documentsOf(kind).map(({ kind: category, call }) => ({
    call,
    accepted: documentTypes,
    save: saveDocuments(category),
  })),
];

function listed(document: StoredDocument, now: number) {
  const { formFileId, name } = document;
  return { formFileId, name, documentUrl: documentUrl(document, now), loading: false };
}
