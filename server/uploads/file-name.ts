/** Control characters, halves of characters, line ends, and all that nobody sees or that turns the direction of text. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u;

/**
 * The client's name for a file, as data: no folders, 1 to 200 characters, nothing invisible.
 * Null when it cannot be used. It never becomes part of a path on this machine.
 */
export function fileNameFrom(given: string): string | null {
  const name = (given.split(/[/\\]/).at(-1) ?? '').normalize('NFC').trim();
  const fits = name.length >= 1 && name.length <= 200 && name !== '.' && name !== '..';
  return fits && !unfit.test(name) ? name : null;
}

/** RFC 6266: a plain ASCII name for old readers, and the true one in UTF-8. */
export function attachmentHeader(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
