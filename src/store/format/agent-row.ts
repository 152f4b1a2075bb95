import type { AgentRow } from '../rows.ts';
import { bytesAsText, textAsBytes } from './bytes-as-text.ts';
import { isSealed } from './sealed-forms.ts';
import { isText, listOf, objectOf, oneOf, type Shape } from './shape.ts';

const isAgent: Shape<AgentRow> = objectOf({
  id: isText,
  wraps: listOf(objectOf({ kind: oneOf('open'), pepper: isText, sealed: isSealed })),
});

/** As a copy holds it, for JSON. */
export const encodeAgent = (agent: AgentRow): unknown => bytesAsText(agent);

/** null: this version does not understand it. */
export function decodeAgent(json: unknown): AgentRow | null {
  const value = textAsBytes(json);
  return isAgent(value) ? value : null;
}
