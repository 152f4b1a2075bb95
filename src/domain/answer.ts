/** The generic result, base of every response of the backend (specification, section 3). */
export type GenericResult = Readonly<{
  description: string;
  heading: string;
  wasSuccessful: boolean;
  /** Field key as the server spelled it, with its messages; empty where there is none. */
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

/**
 * What came back of one call, parsed but not judged; `outcome.ts` judges.
 * `result`: 200 or 204 with the body we expect, and 500 and 400-with-errors turned into a generic result.
 * `foreign`: an answer that is not our backend's (a captive portal's page, a redirect, the app's own HTML).
 * `unexpected`: any other status, as the specification's exception carries it.
 */
export type Answer<R extends GenericResult = GenericResult> =
  | Readonly<{ status: 'result'; httpStatus: number; result: R }>
  | Readonly<{
      status: 'foreign';
      reason: 'redirected' | 'notJson' | 'wrongShape';
      httpStatus: number;
      /** The app's own shell answered the API's path: the server is there, its API is not. */
      isOwnShell: boolean;
    }>
  | Readonly<{ status: 'unanswered'; reason: 'network' | 'timeout' | 'aborted' }>
  | Readonly<{
      status: 'unexpected';
      httpStatus: number;
      response: string;
      headers: Readonly<Record<string, string>>;
    }>;
