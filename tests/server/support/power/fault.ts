/**
 * A promise that a power loss broke. `lost`: acknowledged, and not there as it was sent. `doubled`: there twice. `refused`: the server
 * does not start or does not take what it has to. `back`: removed, and there again.
 */
export type Fault = Readonly<{
  kind: 'lost' | 'doubled' | 'refused' | 'back';
  text: string;
}>;

export const describeFault = ({ kind, text }: Fault): string => `${kind}: ${text}`;

/** Runs `act`. Returns a fault if it throws: what it says is the text. */
export async function refusedIfThrown(act: () => Promise<unknown>): Promise<readonly Fault[]> {
  try {
    await act();
    return [];
  } catch (error) {
    return [{ kind: 'refused', text: error instanceof Error ? error.message : String(error) }];
  }
}
