import type { StoredWrap } from '../../seal/keyring.ts';
import type { AgentRow } from '../rows.ts';
import { bytesAsText, textAsBytes } from './bytes-as-text.ts';
import { isSealed } from './sealed-forms.ts';
import { anyOf, isFlag, isNumber, isText, listOf, objectOf, oneOf, type Shape } from './shape.ts';

const isWrap: Shape<StoredWrap> = anyOf(
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
  { id: isText, wraps: listOf(isWrap) },
  {
    label: isText,
    sendsOnlyUnlocked: oneOf(true),
    pinHasLetters: isFlag,
    failures: objectOf({ count: isNumber, lastAt: isNumber }),
  },
);

/** As a copy holds it, for JSON. */
export const encodeAgent = (agent: AgentRow): unknown => bytesAsText(agent);

/** null: this version does not understand it. */
export function decodeAgent(json: unknown): AgentRow | null {
  const value = textAsBytes(json);
  return isAgent(value) ? value : null;
}

/** The secrets without which ways to its key do not open. */
export const peppersOf = ({ wraps }: Pick<AgentRow, 'wraps'>): readonly string[] =>
  wraps.flatMap((wrap) => (wrap.kind === 'recovery' ? [] : [wrap.pepper]));
