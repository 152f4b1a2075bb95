/** One run for all who ask while another is under way: each gets one that began after he asked. */
export function shared<T>(act: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let coming: Promise<T> | null = null;
  return () => {
    if (coming !== null) return coming;
    const run = last.then(() => {
      coming = null;
      return act();
    });
    coming = run;
    last = run.catch(() => undefined);
    return run;
  };
}
