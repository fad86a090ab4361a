/** Hands over what is found by and by in the order in which it was asked for, not in that in which it is found. */
export const createTurns = <T>() => {
  let last: Promise<void> = Promise.resolve();
  return (found: Promise<T>, take: (value: T) => void): Promise<void> => {
    last = last.then(async () => take(await found));
    return last;
  };
};
