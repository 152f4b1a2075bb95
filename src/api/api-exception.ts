/** Thrown for an HTTP status without a meaning in the contract (specification, section 8). */
export class ApiException extends Error {
  override readonly name = 'ApiException';
  readonly status: number;
  /** The body as it came, unparsed. */
  readonly response: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, response: string, headers: Readonly<Record<string, string>>) {
    super('An unexpected server error occurred.');
    this.status = status;
    this.response = response;
    this.headers = headers;
  }
}
