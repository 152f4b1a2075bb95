/**
 * An error's code for support: its name and its place in Veld's own scripts. Never its message, which may contain what a
 * customer typed.
 */
export function faultCode(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return typeof error;
  const place = /\/([\w.-]+\.(?:js|ts)):(\d+):(\d+)/.exec(error.stack ?? '');
  return place === null ? error.name : `${error.name} ${place[1]}:${place[2]}:${place[3]}`;
}
