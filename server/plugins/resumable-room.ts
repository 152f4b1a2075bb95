import type { AppContext } from '../app-context.ts';
import type { PartialState, PartialUpload } from '../partials/partial-store-port.ts';
import type { UploadTurns } from './resumable-turns.ts';

/**
 * Makes room for an upload that was just begun: of a device that has too many, those go first that were answered, then the oldest.
 * Refusing the new one instead would shut out a phone for days that lost what it had begun.
 */
export async function makeRoom(
  { partials, limits }: AppContext,
  turns: UploadTurns,
  { deviceId, id, length }: PartialUpload,
): Promise<void> {
  const open = (await partials.ofDevice(deviceId)).filter((it) => it.id !== id);
  const rest = [...open.filter(isAnswered), ...open.filter((state) => !isAnswered(state))];
  let bytes = open.reduce((sum, state) => sum + bytesOf(state), length);
  while (
    rest.length > 0 &&
    (rest.length >= limits.maxOpenPartials || bytes > limits.maxPartialBytes)
  ) {
    const oldest = rest.shift();
    if (oldest === undefined) return;
    bytes -= bytesOf(oldest);
    await turns.take(
      oldest.id,
      () => {},
      () => partials.remove(oldest),
    );
  }
}

const isAnswered = ({ answer }: PartialState) => answer !== null;
/** Counted as it will be, not as it is: what was let in may come in. */
const bytesOf = (state: PartialState) => (isAnswered(state) ? 0 : state.length);
