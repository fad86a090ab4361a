/** As many athletes as go out at once: short enough to stop in between, long enough to cost little more than all at once. */
export const CHUNK = 500;

type Options = {
  ids: readonly string[];
  send: (chunk: readonly string[]) => Promise<{ successCount: number }>;
  /** How many have been answered for, after each chunk. */
  onProgress: (done: number) => void;
  /** Asked before each chunk but the first. */
  isStopped: () => boolean;
};
/** `successCount` is what the server said; `unanswered` were not sent, or nobody knows what came of them. */
export type Sent = { successCount: number; unanswered: readonly string[]; error: unknown };

/** Sends chunk after chunk, until all are out, one fails, or it is told to stop. */
export const sendInChunks = async ({ ids, send, onProgress, isStopped }: Options): Promise<Sent> => {
  let successCount = 0;
  for (let start = 0; start < ids.length; start += CHUNK) {
    if (start > 0 && isStopped()) return { successCount, unanswered: ids.slice(start), error: null };
    try {
      successCount += (await send(ids.slice(start, start + CHUNK))).successCount;
    } catch (error) {
      return { successCount, unanswered: ids.slice(start), error };
    }
    onProgress(Math.min(start + CHUNK, ids.length));
  }
  return { successCount, unanswered: [], error: null };
};
