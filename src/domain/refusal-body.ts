/*
 * The words in a refusal by status alone (409, 413, 415, 422, 400 without `errors`). The specification defines no body for such a
 * refusal, but many backends send one. HTML comes from a proxy and is not shown.
 */

export type RefusedWords = Readonly<{
  /** The server's sentences; empty if there are none. */
  said: string;
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

const NO_WORDS: RefusedWords = { said: '', modelState: {} };

/** A longer text is not a sentence for an agent, and is not shown. */
const MAX_LENGTH = 300;

/** The members that may hold the words: from the generic result, problem details (RFC 9457), and common APIs. */
const SENTENCES = ['heading', 'title', 'description', 'detail', 'message', 'error'] as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sentenceOf = (value: unknown): readonly string[] => {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > MAX_LENGTH || text.includes('<') ? [] : [text];
};

const sentencesOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.flatMap(sentenceOf) : sentenceOf(value);

function fieldsOf(errors: unknown): RefusedWords['modelState'] {
  if (!isObject(errors)) return {};
  const entries = Object.entries(errors).map(([key, value]) => [key, sentencesOf(value)] as const);
  return Object.fromEntries(entries.filter(([, texts]) => texts.length > 0));
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** @param headers names in lower case */
export function wordsOfRefusal(
  body: string,
  headers: Readonly<Record<string, string>>,
): RefusedWords {
  const json = parsed(body);
  if (isObject(json)) {
    const said = [...new Set(SENTENCES.flatMap((name) => sentenceOf(json[name])))].join(' ');
    return { said, modelState: fieldsOf(json['errors'] ?? json['modelState']) };
  }
  const isText = /^\s*text\/plain/i.test(headers['content-type'] ?? '');
  return isText ? { ...NO_WORDS, said: sentenceOf(body).join('') } : NO_WORDS;
}
