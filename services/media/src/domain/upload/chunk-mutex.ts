/** A newer request for the same chunk has aborted this write. */
export class ChunkSuperseded extends Error {
  override readonly name = 'ChunkSuperseded';
}

type Holder = { controller: AbortController; ended: Promise<unknown> };

/**
 * A keyed mutex that the latest caller wins: it aborts the current writer of the chunk and starts when that has ended. Otherwise a lost
 * connection would block its chunk for minutes. Concurrent writers in other processes are detected by the check at the end of the upload.
 */
export const createChunkMutex = () => {
  const holders = new Map<string, Holder>();
  return async <Result>(chunk: string, write: (controller: AbortController) => Promise<Result>): Promise<Result> => {
    const controller = new AbortController();
    const previous = holders.get(chunk);
    previous?.controller.abort(new ChunkSuperseded());
    const work = Promise.resolve(previous?.ended).then(() => write(controller));
    const holder: Holder = { controller, ended: work.catch(() => undefined) };
    holders.set(chunk, holder);
    try {
      return await work;
    } finally {
      if (holders.get(chunk) === holder) holders.delete(chunk);
    }
  };
};
export type ChunkMutex = ReturnType<typeof createChunkMutex>;
