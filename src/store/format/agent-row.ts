import type { KeySlot } from '../../seal/key-hierarchy.ts';
import type { AgentRow } from './rows.ts';
import {
  anyOf,
  isFlag,
  isNumber,
  isSealed,
  isText,
  listOf,
  objectOf,
  oneOf,
  type Shape,
} from './shape.ts';

/** The only key of the object that stands for bytes in JSON. Its value is base64. */
const KEY = 'base64';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Applies `change` to a value and to every value inside it, at any depth. */
function mapped(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value || !isObject(value)) return changed;
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, mapped(each, change)]),
  );
}

/** Prepares a value for JSON: replaces bytes by objects with base64. */
export const bytesAsText = (value: unknown): unknown =>
  mapped(value, (each) => {
    if (!(each instanceof Uint8Array)) return each;
    let binary = '';
    for (const byte of each) binary += String.fromCharCode(byte);
    return { [KEY]: btoa(binary) };
  });

/** Restores bytes that `bytesAsText` encoded. Leaves objects with other keys or invalid base64 unchanged. */
export const textAsBytes = (value: unknown): unknown =>
  mapped(value, (each) => {
    const text = isObject(each) && Object.keys(each).length === 1 ? each[KEY] : undefined;
    if (typeof text !== 'string') return each;
    try {
      return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    } catch {
      return each;
    }
  });

const isKeySlot: Shape<KeySlot> = anyOf(
  objectOf({ kind: oneOf('open'), pepper: isText, sealed: isSealed }),
  objectOf({
    kind: oneOf('pin'),
    pepper: isText,
    sealed: isSealed,
    salt: isSealed,
    stretched: objectOf({ memory: isNumber, passes: isNumber }),
  }),
  objectOf({
    kind: oneOf('passkey'),
    pepper: isText,
    sealed: isSealed,
    passkey: objectOf({ credential: isSealed, input: isSealed }),
  }),
  objectOf({ kind: oneOf('recovery'), sealed: isSealed, salt: isSealed }),
);

const isAgent: Shape<AgentRow> = objectOf(
  // The key slots: stored as 'wraps'.
  { id: isText, wraps: listOf(isKeySlot) },
  {
    label: isText,
    sendsOnlyUnlocked: oneOf(true),
    pinHasLetters: isFlag,
    failures: objectOf({ count: isNumber, lastAt: isNumber }),
  },
);

/** Encodes an agent for a second copy, as a value for JSON. */
export const encodeAgent = (agent: AgentRow): unknown => bytesAsText(agent);

/** Returns null if this version can't read the agent. */
export function decodeAgent(json: unknown): AgentRow | null {
  const value = textAsBytes(json);
  return isAgent(value) ? value : null;
}

export const peppersOf = ({ wraps }: Pick<AgentRow, 'wraps'>): readonly string[] =>
  wraps.flatMap((slot) => (slot.kind === 'recovery' ? [] : [slot.pepper]));
