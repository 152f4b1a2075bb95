import { documentKinds, type UploadCall } from './forms/document-kinds.ts';
import type { AttachmentId } from './ids.ts';
import type { Step, StepContent } from './submission-types.ts';

/** Whether the step sends a document. */
export const isUpload = (
  content: StepContent,
): content is Extract<StepContent, { attachmentId: AttachmentId }> &
  Readonly<{ call: UploadCall }> => documentKinds.some(({ call }) => call === content.call);

/** Whether the step sends no file: such a small step need not wait for another submission's photo. */
export const isTextStep = (content: StepContent): boolean => !('attachmentId' in content);

/** How much of its file the server has, where it goes in pieces; 0 where none is known. The body has some bytes more than the file. */
export const cameOf = ({ content, upload }: Step): number =>
  upload === undefined || !('size' in content) ? 0 : Math.min(upload.came, content.size);
