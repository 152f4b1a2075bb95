/** The generic result, base of every response of the backend (specification, section 3). */
export type GenericResult = Readonly<{
  description: string;
  heading: string;
  wasSuccessful: boolean;
  /** Field key as the server spelled it, with its messages; empty where there is none. */
  modelState: Readonly<Record<string, readonly string[]>>;
}>;

/**
 * The answer to one call, parsed; `outcome.ts` decides what it means.
 * `result`: 200 or 204 with the expected body; a 500, or a 400 with field errors, as a generic result.
 * `foreign`: not our backend's answer (a captive portal's page, a redirect, the app's own HTML).
 * `unexpected`: any other status, with the content of the specification's exception.
 */
export type Answer<R extends GenericResult = GenericResult> =
  | Readonly<{ status: 'result'; httpStatus: number; result: R }>
  | Readonly<{
      status: 'foreign';
      reason: 'redirected' | 'notJson' | 'wrongShape';
      httpStatus: number;
      /** The app's own HTML answered the API's path: the server runs, but not its API. */
      isOwnShell: boolean;
    }>
  | Readonly<{ status: 'unanswered'; reason: 'network' | 'timeout' | 'aborted' }>
  | Readonly<{
      status: 'unexpected';
      httpStatus: number;
      response: string;
      headers: Readonly<Record<string, string>>;
    }>;
