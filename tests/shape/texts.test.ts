import { describe, expect, it } from 'vitest';
import { codeFiles, parse, parseText, read } from './support/source-files.ts';
import { inlineTexts } from './support/texts.ts';

const sources = codeFiles.filter((file) => /^(src|sw)\//.test(file));

/** Files whose texts are not in src/messages, and the reason. */
const apart = new Map([
  ['src/domain/pin.ts', 'what people type'],
  ['src/domain/history-sentences.ts', 'as older builds stored them'],
  ['src/domain/forms/options.ts', "the backend's lists, as it sends them and gets them back"],
  [
    'src/features/site/terms-sections.tsx',
    "a lawyer's text, which is translated by a lawyer alone",
  ],
]);

/** Texts that stay in the code. */
const kept = new Map([
  ['There was a problem', "the specification's, in the API's results; shown by its code"],
  ['We experienced a problem. Please try again.', "the specification's, in the API's results"],
  [
    'Please make sure you have entered all the information correctly.',
    "the specification's, in the API's results",
  ],
  ['Service worker registration failed with:', "the specification's, for the console"],
  ['Connection to Indexed Database server lost', "the start of Safari's own error"],
  ['The database did not open.', "an error's, for developers"],
  ['Files', 'the name of a part on the wire'],
  ['Surname', 'a stored key of the specification'],
  ['South African ID', 'a stored value'],
  ['Passport or permit', 'a stored value'],
  ['Facebook', 'a name'],
  ['Veld', "the app's name, in the phone's own list of passkeys"],
  ['id, sequence, [status+sequence], [day+sequence], *terms, simCardNumber', 'indexes'],
  [
    'id, sequence, [agent+sequence], [agent+status+sequence], [status+sequence], [day+sequence], *terms, simCardNumber',
    'indexes',
  ],
  ['guid, sequence', 'indexes'],
  [
    'input, select, textarea, button:not([aria-pressed], [data-aside]), canvas[tabindex]',
    'a selector',
  ],
  ['input:not([type="radio"], [type="checkbox"], [type="file"]), select, textarea', 'a selector'],
  ['Enter', 'a key'],
  ['noopener noreferrer', "a link's relation"],
]);

const found = sources
  .filter((file) => !file.startsWith('src/messages/'))
  .flatMap((file) => inlineTexts(parse(file)).map(({ text }) => ({ file, text })));

describe('the texts of the screens', () => {
  it('are only in src/messages', () => {
    const elsewhere = found.filter(({ file, text }) => !apart.has(file) && !kept.has(text));
    expect(elsewhere).toEqual([]);
  });

  it('have no outdated exceptions', () => {
    const needed = new Set(found.flatMap(({ file, text }) => [file, text]));
    expect([...apart.keys(), ...kept.keys()].filter((one) => !needed.has(one))).toEqual([]);
  });

  it.each([
    '<p>saved</p>',
    '<p>{size} to send</p>',
    '<Skeleton label="Opening" />',
    'notify("Not saved yet")',
    "const name = 'ID document'",
    "const t = one ? null : 'saving it…'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of code.
    'const t = `${name} removed.`',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of code.
    'const t = `step ${n}`',
  ])('is found in %s', (code) => {
    expect(inlineTexts(parseText('sample.tsx', code))).toHaveLength(1);
  });

  it.each([
    "throw new Error('Nobody foresaw this.')",
    "console.info('Invalid date provided')",
    "import a from 'A b c'",
    "type A = 'Not a text'",
    "const has = 'Notification' in window",
    '<p className="visually-hidden">{text}: {" "}</p>',
    "const state = 'saving'; const key = 'DeviceIdentifier'; const name = 'aria-label'",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a sample of code.
    'const ids = `${id}-hint ${id}-message`',
  ])('is not %s', (code) => {
    expect(inlineTexts(parseText('sample.tsx', code))).toEqual([]);
  });
});

it('dates, numbers and amounts are formatted in one file', () => {
  // Browsers know few of the country's languages. For the others they silently use American formats.
  const formatting = sources.filter((file) => /\bIntl\b|\.toLocale/.test(read(file)));
  expect(formatting).toEqual(['src/messages/formats.ts']);
});
