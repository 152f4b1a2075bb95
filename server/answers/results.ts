/** Field errors as ASP.NET names them: dotted PascalCase keys, each with its sentences. */
export type FieldErrors = Record<string, string[]>;

/** The base of every answer of the API. */
export type GenericResult = Readonly<{
  description: string;
  heading: string;
  wasSuccessful: boolean;
  modelState: FieldErrors;
}>;

export type Problem = Readonly<{
  type: string;
  title: string;
  status: number;
  traceId: string;
}>;

export function succeeded(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: true, modelState: {} };
}

export function failed(heading: string, description: string): GenericResult {
  return { description, heading, wasSuccessful: false, modelState: {} };
}

/** What a 500 says. */
export const serverFault = failed(
  'There was a problem',
  'We experienced a problem. Please try again.',
);

/** A refusal with nothing to correct in the form. Titles are fixed sentences, never quoted input. */
export function problem(status: number, title: string, traceId: string): Problem {
  return { type: 'about:blank', title, status, traceId };
}

/** What a 400 with field errors says, in the shape of ASP.NET's ValidationProblemDetails. */
export function validationProblem(
  errors: FieldErrors,
  traceId: string,
): Problem & { errors: FieldErrors } {
  return {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    traceId,
    errors,
  };
}
