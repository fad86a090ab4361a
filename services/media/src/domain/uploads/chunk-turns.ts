/** A newer body of the same chunk took the place of this one. */
export class Superseded extends Error {
  override readonly name = 'Superseded';
}

type Turn = { controller: AbortController; ended: Promise<unknown> };

/**
 * One writer a chunk in this process: a newer one makes the older give up, and begins when that has ended. A connection that was cut
 * without a word would else keep its chunk for minutes. Writers in other processes are found out by the check at the end.
 */
export const createChunkTurns = () => {
  const turns = new Map<string, Turn>();
  return async <Result>(chunk: string, write: (controller: AbortController) => Promise<Result>): Promise<Result> => {
    const controller = new AbortController();
    const before = turns.get(chunk);
    before?.controller.abort(new Superseded());
    const work = Promise.resolve(before?.ended).then(() => write(controller));
    const turn: Turn = { controller, ended: work.catch(() => undefined) };
    turns.set(chunk, turn);
    try {
      return await work;
    } finally {
      if (turns.get(chunk) === turn) turns.delete(chunk);
    }
  };
};
export type ChunkTurns = ReturnType<typeof createChunkTurns>;
