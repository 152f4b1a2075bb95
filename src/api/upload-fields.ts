import type { Received } from './read-answer.ts';

/* What an answer says of an upload (draft-ietf-httpbis-resumable-upload); null where it does not say it, or not as it should. */

export const offsetIn = ({ headers }: Received): number | null =>
  wholeNumber(headers['upload-offset'] ?? '');

/** A member of the dictionary `Upload-Limit`, such as `max-append-size`. */
export const limitIn = ({ headers }: Received, name: string): number | null => {
  const members = (headers['upload-limit'] ?? '').split(',').map((member) => member.trim());
  const found = members.find((member) => member.startsWith(`${name}=`));
  return found === undefined ? null : wholeNumber(found.slice(name.length + 1));
};

/** Where the upload goes on. Only at the backend's own origin: the application key goes there. */
export function addressIn({ headers }: Received, baseAddress: string): string | null {
  const location = headers['location'] ?? '';
  if (isOfOwnOrigin(baseAddress)) return isOfOwnOrigin(location) ? location : null;
  if (!URL.canParse(location, baseAddress)) return null;
  const url = new URL(location, baseAddress);
  return url.origin === new URL(baseAddress).origin ? url.href : null;
}

/** A path, and not `//another.example`. */
const isOfOwnOrigin = (address: string): boolean => /^\/(?!\/)/.test(address);

const wholeNumber = (text: string): number | null =>
  /^\d{1,15}$/.test(text) ? Number(text) : null;
