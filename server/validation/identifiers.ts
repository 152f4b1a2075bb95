const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Returns a UUID in lower case, or null if the value is not a UUID. Every id passes here before it is looked up. */
export function uuidFrom(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const lower = value.toLowerCase();
  return uuidShape.test(lower) ? lower : null;
}

/** The idempotency key of a call: not sent, valid, or malformed. */
export type IdempotencyKey =
  | Readonly<{ status: 'absent' }>
  | Readonly<{ status: 'given'; key: string }>
  | Readonly<{ status: 'malformed' }>;

export function idempotencyKeyFrom(header: string | string[] | undefined): IdempotencyKey {
  if (header === undefined) return { status: 'absent' };
  const key = uuidFrom(header);
  return key === null ? { status: 'malformed' } : { status: 'given', key };
}
