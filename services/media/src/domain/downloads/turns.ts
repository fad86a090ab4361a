/** Lets works of one name run one after another in this process, and those of different names at once. */
export const createTurns = () => {
  const last = new Map<string, Promise<unknown>>();
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const turn = Promise.resolve(last.get(name)).then(work);
    const ended = turn.catch(() => undefined);
    last.set(name, ended);
    try {
      return await turn;
    } finally {
      if (last.get(name) === ended) last.delete(name);
    }
  };
};
