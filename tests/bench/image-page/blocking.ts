/** Runs `work`. Returns its time, and the longest time for which the page was blocked, in milliseconds. */
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

/** Returns the bytes as base64. A list of numbers would take minutes to leave the page. */
export function base64Of(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
