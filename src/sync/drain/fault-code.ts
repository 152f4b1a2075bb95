/**
 * What support is told of an error: its kind and where in Veld's own scripts it arose. Never its text, which may hold what
 * a customer typed.
 */
export function faultCode(error: unknown): string {
  if (!(error instanceof Error) && !(error instanceof DOMException)) return typeof error;
  const place = /\/([\w.-]+\.(?:js|ts)):(\d+):(\d+)/.exec(error.stack ?? '');
  return place === null ? error.name : `${error.name} ${place[1]}:${place[2]}:${place[3]}`;
}
