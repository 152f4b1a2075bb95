import type { FormOwner, FormsTransaction } from './repository-port.ts';
import { documentFrom, textIn } from './sqlite-rows.ts';
import type { Statements } from './statements.ts';

/** What an effect can do to the rows; whoever hands it out has begun a transaction. SQLite itself waits for nothing. */
export function formsTransaction(statements: Statements): FormsTransaction {
  return {
    bindForm: async ({ formId, deviceId, kind }: FormOwner) =>
      statements.bindForm.run(deviceId, kind, formId, deviceId, kind).changes !== 0,
    saveContent: async (content, at) => {
      const { formId, isBusinessCustomer, latitude, longitude, formData } = content;
      const business = isBusinessCustomer ? 1 : 0;
      const data = JSON.stringify(formData);
      statements.saveSubmission.run(formId, business, latitude, longitude, data, at, at);
    },
    replaceSignature: async (formId, files, at) => {
      const freed = statements.clearSignature.all(formId).map((row) => textIn(row, 'storage_name'));
      for (const [position, file] of files.entries()) {
        const { storageName, name, contentType, size, sha256 } = file;
        statements.addSignature.run(
          formId,
          position,
          storageName,
          name,
          contentType,
          size,
          sha256,
          at,
        );
      }
      return freed;
    },
    documentNamed: async (formId, name) => {
      const row = statements.documentNamed.get(formId, name);
      return row === undefined ? null : documentFrom(row);
    },
    listDocuments: async (formId, category) =>
      statements.listDocuments.all(formId, category).map(documentFrom),
    addDocument: async (formId, category, document) => {
      const { formFileId, storageName, name, contentType, size, sha256, receivedAt } = document;
      statements.addDocument.run(
        formFileId,
        formId,
        category,
        storageName,
        name,
        contentType,
        size,
        sha256,
        receivedAt,
      );
    },
    removeDocument: async ({ formId, deviceId, kind }, formFileId) => {
      const row = statements.removeDocument.get(formFileId, formId, deviceId, kind);
      return row === undefined ? null : textIn(row, 'storage_name');
    },
  };
}
