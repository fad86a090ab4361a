/**
 * Hands over what is found by and by in the order in which it was asked for, not in that in which it is found. A turn that fails rejects; those
 * after it come all the same.
 */
export const createTurns = <T>() => {
  let last: Promise<unknown> = Promise.resolve();
  return (found: Promise<T>, take: (value: T) => void): Promise<void> => {
    const turn = last.then(async () => take(await found));
    last = turn.catch(() => undefined);
    return turn;
  };
};
