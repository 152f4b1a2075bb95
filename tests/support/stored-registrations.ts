import { join } from 'node:path';
import { storedForms } from './stored-forms.ts';

export type StoredRegistration = Readonly<{
  formId: string;
  formData: Record<string, unknown>;
  latitude: number | null;
  longitude: number | null;
  isBusiness: boolean;
  signatures: number;
  documents: readonly { name: string; category: string; size: number; contentType: string }[];
}>;

/** The forms whose fields the real backend has received, in the order of arrival, read while it runs. */
export const storedRegistrations = (dataDir: string): StoredRegistration[] =>
  storedForms(join(dataDir, 'veld.sqlite')).flatMap(({ content, signature, documents, formId }) =>
    content === null
      ? []
      : {
          formId,
          formData: content.formData,
          latitude: content.latitude,
          longitude: content.longitude,
          isBusiness: content.isBusinessCustomer,
          signatures: signature.length,
          documents: documents.map(({ name, category, size, contentType }) => ({
            name,
            category,
            size,
            contentType,
          })),
        },
  );
