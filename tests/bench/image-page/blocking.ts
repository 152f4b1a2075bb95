/** Runs `work` and tells how long it took, and the longest time for which the page could do nothing else. Milliseconds. */
export async function timed<T>(
  work: () => Promise<T>,
): Promise<Readonly<{ result: T; ms: number; blocked: number }>> {
  const channel = new MessageChannel();
  let blocked = 0;
  let last = performance.now();
  channel.port1.onmessage = () => {
    const now = performance.now();
    blocked = Math.max(blocked, now - last);
    last = now;
    channel.port2.postMessage(null);
  };
  channel.port2.postMessage(null);
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  channel.port1.close();
  return { result, ms, blocked };
}

export async function fetchBlob(path: string): Promise<Blob> {
  return (await fetch(path)).blob();
}

export const bytesOf = async (blob: Blob): Promise<number[]> =>
  Array.from(new Uint8Array(await blob.arrayBuffer()));
