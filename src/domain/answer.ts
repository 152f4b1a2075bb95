/** The generic result: the base of every response of the backend (specification, section 3). */
export type GenericResult = Readonly<{
  description: string;
  heading: string;
  wasSuccessful: boolean;
  /** The messages by field key. A key has the server's spelling. */
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

/**
 * The parsed answer to one call. `outcome.ts` decides what an answer means.
 * `result`: 200 or 204 with the expected body, or a 500 or 400 with a generic result.
 * `foreign`: another program answered (a captive portal's page, a redirect, the app's own HTML).
 * `unexpected`: any other status, with the content of the specification's exception.
 */
export type Answer<R extends GenericResult = GenericResult> =
  | Readonly<{ status: 'result'; httpStatus: number; result: R }>
  | Readonly<{
      status: 'foreign';
      reason: 'redirected' | 'notJson' | 'wrongShape';
      httpStatus: number;
      /** True if the API's path returned the app's own HTML: the web server runs, but the API does not. */
      isOwnShell: boolean;
    }>
  | Readonly<{ status: 'unanswered'; reason: 'network' | 'timeout' | 'aborted' }>
  | Readonly<{
      status: 'unexpected';
      httpStatus: number;
      response: string;
      headers: Readonly<Record<string, string>>;
    }>;
