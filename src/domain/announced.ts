/*
 * The additive member `accepts` of GetInfo: what the backend takes beside the specification's calls. Without it the app sends only what
 * the specification has.
 */

/** The extensions that a backend may announce and this app then uses. */
export type Accepted =
  /** `Idempotency-Key` also goes to a backend on another origin. */
  | 'idempotencyKey'
  /** Large files may go in pieces. */
  | 'pieces'
  /** Photos may go as `image/webp`. */
  | 'webp'
  /** `X-Client-State` may be sent. */
  | 'clientState';

/** The extensions of the backend at one base address, as this device knows them. */
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
 * Whether the backend accepts `what`; null: it has not said so. The build setting decides before the announcement.
 * @param forced strings that are on, or with a '-' in front of them off; of two about the same the last counts
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
