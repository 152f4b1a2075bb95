import type { FormKind } from '../../src/domain/forms/form.ts';
import type { DocumentCategory, FormOwner, StoredForm, Submission } from './repository-port.ts';
import { documentFrom, fileFrom, numberIn, type Row, textIn } from './rows.ts';
import type { Statements } from './statements.ts';

/** Puts the rows of one form together; null where no such form was handed out. */
export function readStoredForm(statements: Statements, formId: string): StoredForm | null {
  const form = statements.storedForm.get(formId);
  if (form === undefined) return null;
  const submission = statements.storedSubmission.get(formId);
  return {
    formId,
    owner: form['device_id'] === null ? null : ownerFrom(formId, form),
    submission: submission === undefined ? null : submissionFrom(formId, submission),
    signature: statements.storedSignature.all(formId).map(fileFrom),
    documents: statements.storedDocuments.all(formId).map((row) => ({
      ...documentFrom(row),
      // The table's CHECK holds it to these.
      category: textIn(row, 'category') as DocumentCategory,
    })),
  };
}

const ownerFrom = (formId: string, row: Row): FormOwner => ({
  formId,
  deviceId: textIn(row, 'device_id'),
  kind: textIn(row, 'kind') as FormKind,
});

const submissionFrom = (formId: string, row: Row): Submission => ({
  formId,
  isBusinessCustomer: numberIn(row, 'is_business') === 1,
  latitude: row['latitude'] === null ? null : numberIn(row, 'latitude'),
  longitude: row['longitude'] === null ? null : numberIn(row, 'longitude'),
  formData: JSON.parse(textIn(row, 'form_data')),
});
