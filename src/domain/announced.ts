/*
 * The additional member `accepts` of GetInfo: the extensions that the backend accepts. Without it the app sends only the calls of the
 * specification.
 */

/** The extensions that this app uses if the backend announces them. */
export type Accepted =
  /** The app may send `Idempotency-Key` to a backend on another origin. */
  | 'idempotencyKey'
  /** The app may send a large file in several requests. */
  | 'pieces'
  /** The app may send photos as `image/webp`. */
  | 'webp'
  /** The app may send `X-Client-State`. */
  | 'clientState'
  /** The app may ask what became of its registrations. */
  | 'statusAfter'
  /** A form may say which returned form it corrects. */
  | 'corrects';

/** `revoked`: the operator allows this device no new form. */
export type DeviceState = 'ok' | 'revoked';

/** The extensions of the backend at one base address. */
export type Announced = Readonly<{ base: string; accepts: readonly string[] }>;

const MAX_STRINGS = 50;
const MAX_LENGTH = 100;

/** The strings that an answer announces. A member or an entry of another type is ignored. */
export function announcedIn(
  answer: Readonly<{ accepts?: unknown; acceptsClientState?: unknown }>,
): readonly string[] {
  const list: readonly unknown[] = Array.isArray(answer.accepts) ? answer.accepts : [];
  const texts = list.filter(
    (entry): entry is string => typeof entry === 'string' && entry.length <= MAX_LENGTH,
  );
  const clientState: Accepted = 'clientState';
  const older = answer.acceptsClientState === true ? [clientState] : [];
  return [...new Set([...texts.slice(0, MAX_STRINGS), ...older])];
}

/**
 * Whether the backend accepts `what`. Returns null if the backend did not announce `what`. The build setting takes precedence.
 * @param forced the build setting: 'webp' turns WebP on, '-webp' turns it off; the last entry about an extension counts
 */
export function isAccepted(
  what: Accepted,
  announced: readonly string[],
  forced: readonly string[],
): boolean | null {
  const said = forced.filter((each) => each === what || each === `-${what}`).at(-1);
  if (said !== undefined) return said === what;
  return announced.includes(what) ? true : null;
}
