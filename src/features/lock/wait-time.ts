/** What is left of a wait, to be counted down: '0:28', '59:07'. Never negative. */
export function waitTime(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
