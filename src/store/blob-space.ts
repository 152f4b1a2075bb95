/** What the browser says of its storage; either figure may be missing. Bytes. */
export type Estimate = () => Promise<Readonly<{ quota?: number; usage?: number }>>;

const KEPT_FREE = 50_000_000;
/** The file itself, what the database writes beside it, and the copy that is made of it when it is sent. */
const TIMES_ITS_SIZE = 3;

/**
 * Whether a new file may be taken in, so that the disk is never filled to the last byte: what is typed must always find
 * room. A browser that does not say lets it pass; the write itself still tells.
 */
export async function hasRoomFor(size: number, estimate: Estimate): Promise<boolean> {
  const { quota, usage } = await estimate().catch(() => ({ quota: undefined, usage: undefined }));
  if (quota === undefined || usage === undefined) return true;
  return quota - usage >= Math.max(KEPT_FREE, TIMES_ITS_SIZE * size);
}
