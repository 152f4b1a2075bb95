import type { DocumentKind, RefusedFile, StepCall, Submission } from './submission-types.ts';

const parts: Readonly<Partial<Record<StepCall, DocumentKind | 'signature'>>> = {
  SaveSignature: 'signature',
  SaveIdDocument: 'idDocument',
  SaveCompanyRegistrationDocument: 'companyRegistrationDocument',
  SavePoliceDocument: 'policeDocument',
};

/** The file that the server refused; null where it refused something else, or never saw it. */
export function refusedFileOf({ steps }: Pick<Submission, 'steps'>): RefusedFile | null {
  for (const { content, state } of steps) {
    const part = parts[content.call];
    if (state.status !== 'rejected' || part === undefined || !('attachmentId' in content)) continue;
    // Without a status it never left the device: it could not be read.
    if (state.message.httpStatus > 0) return { part, attachmentId: content.attachmentId };
  }
  return null;
}
