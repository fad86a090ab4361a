/** Lets so many be done side by side; the others begin one after another, in the order in which they came. */
export const createLanes = (count: number) => {
  const waiting: (() => void)[] = [];
  let free = count;

  return async <T>(act: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
};
