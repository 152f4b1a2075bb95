/** Hands out turns: an act begins when the one before it has ended, however that ended. */
export function createTurns(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const turn = last.then(act);
    last = turn.catch(() => undefined);
    return turn;
  };
}
