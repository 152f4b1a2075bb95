import { documentKinds, type UploadCall } from './forms/document-kinds.ts';
import type { AttachmentId } from './ids.ts';
import type { StepContent } from './submission-types.ts';

/** Whether the step sends a document. */
export const isUpload = (
  content: StepContent,
): content is Extract<StepContent, { attachmentId: AttachmentId }> &
  Readonly<{ call: UploadCall }> => documentKinds.some(({ call }) => call === content.call);

/** Whether the step sends no file: such a small step need not wait for another submission's photo. */
export const isTextStep = (content: StepContent): boolean => !('attachmentId' in content);
