import { isUpload } from './sent-step.ts';
import type { ServerMessage, StepContent } from './submission-types.ts';

/** How servers speak of a file's type, where they don't say it by the status alone. */
const OF_TYPES =
  /\b(webp|file types?|types? of files?|formats?|jpe?g|png|extensions?|not (?:an? )?(?:valid|supported) image)\b/i;

/** Whether a refusal says that the server takes no WebP: by 415, or in words. */
export function isWebpRefused(content: StepContent, message: ServerMessage): boolean {
  if (!isUpload(content) || !content.fileName.endsWith('.webp')) return false;
  const words = [message.heading, message.description, ...Object.values(message.modelState).flat()];
  return message.httpStatus === 415 || words.some((text) => OF_TYPES.test(text));
}
