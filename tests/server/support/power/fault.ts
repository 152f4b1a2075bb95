/**
 * A promise that a power loss broke. `lost`: acknowledged, but not stored as sent. `doubled`: stored twice. `refused`: the server
 * does not start, or it refuses a valid call. `back`: removed, but stored again.
 */
export type Fault = Readonly<{
  kind: 'lost' | 'doubled' | 'refused' | 'back';
  text: string;
}>;

export const describeFault = ({ kind, text }: Fault): string => `${kind}: ${text}`;

/** Runs `act`. If it throws, returns a fault with the error's message. */
export async function refusedIfThrown(act: () => Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [{ kind: 'refused', text: error instanceof Error ? error.message : String(error) }];
  }
}
