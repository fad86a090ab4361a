/**
 * Delivers asynchronous results in the order of the requests, not of their completion. A failed request rejects; later ones are still
 * delivered.
 */
export const createSequencer = <T>() => {
  let last: Promise<unknown> = Promise.resolve();
  return (found: Promise<T>, take: (value: T) => void): Promise<void> => {
    const turn = last.then(async () => take(await found));
    last = turn.catch(() => undefined);
    return turn;
  };
};
