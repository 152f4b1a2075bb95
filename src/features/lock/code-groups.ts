/** As a person may have written it down: small letters, gaps, and the letters that the code leaves out for being read as digits. */
const plain = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');

export const codeGroups = (code: string): readonly string[] => code.split('-');

/** Whether this is how the code ends: who can type it, has it on paper. */
export const isLastGroup = (code: string, typed: string): boolean =>
  plain(typed) === plain(codeGroups(code).at(-1) ?? '');
