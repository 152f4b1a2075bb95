/**
 * undefined where the page went to another one, or was loaded anew, while it was asked: what it would have said is nobody's any more.
 * For pages that may go by themselves.
 */
export const unlessLeaving = <T>(asked: Promise<T>): Promise<T | undefined> =>
  asked.catch((fault: unknown) => {
    if (/context was destroyed|because of a navigation/.test(String(fault))) return undefined;
    throw fault;
  });
