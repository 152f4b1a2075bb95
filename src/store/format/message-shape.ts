import { sentFiles } from '../../domain/forms/sent-files.ts';
import type { AttachmentId } from '../../domain/ids.ts';
import type { ServerMessage } from '../../domain/submission-types.ts';
import { isId, isNumber, isText, listOf, mapOf, objectOf, oneOf, type Shape } from './shape.ts';

/** Its reason is not looked at: a later version may have stored one that this version does not know, and shows as no reason. */
export const isMessage: Shape<ServerMessage> = objectOf(
  { heading: isText, description: isText, modelState: mapOf(listOf(isText)), httpStatus: isNumber },
  {
    file: objectOf({
      part: oneOf(...sentFiles.map(({ kind }) => kind)),
      attachmentId: isId<AttachmentId>,
    }),
  },
);
