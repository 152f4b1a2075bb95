/**
 * What a problem says, and in which shape it is sent.
 * `title`: type, title, status and the request's id.
 * `field`: what is to be corrected, and where; all of a call's go out together, in the shape of ASP.NET's
 * ValidationProblemDetails: dotted PascalCase keys, each with its sentences.
 * `result`: the base of every answer of the API, for a person to read.
 */
export type Wording =
  | Readonly<{ shape: 'title'; status: number; title: string }>
  | Readonly<{ shape: 'field'; at: string; sentence: string }>
  | Readonly<{ shape: 'result'; status: number; heading: string; description: string }>
  | Readonly<{ shape: 'empty'; status: number }>;

/** At one of the form's fields, by the app's name for it. */
export const inField = (field: string, sentence: string) =>
  ({
    shape: 'field',
    at: `FormData.${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    sentence,
  }) as const;
