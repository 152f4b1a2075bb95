const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A UUID in lower case, or null when the value is none. Everything that is looked up passes here. */
export function uuidFrom(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const lower = value.toLowerCase();
  return uuidShape.test(lower) ? lower : null;
}

/** An idempotency key: none sent, a good one, or one that cannot be used. */
export type IdempotencyKey =
  | Readonly<{ status: 'absent' }>
  | Readonly<{ status: 'given'; key: string }>
  | Readonly<{ status: 'malformed' }>;

export function idempotencyKeyFrom(header: string | string[] | undefined): IdempotencyKey {
  if (header === undefined) return { status: 'absent' };
  const key = uuidFrom(header);
  return key === null ? { status: 'malformed' } : { status: 'given', key };
}
