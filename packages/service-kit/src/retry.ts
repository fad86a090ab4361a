import {
  handleAll,
  handleWhenResult,
  IterableBackoff,
  retry as retryPolicy,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel';

/**
 * Runs an operation, and runs it again after each of the delays (in ms) while it fails. Rethrows the last error.
 * The timers do not keep the process alive.
 */
export const retry = <Result>(operation: () => Promise<Result>, { delaysMs }: { delaysMs: readonly number[] }): Promise<Result> =>
  retryPolicy(handleAll, { maxAttempts: delaysMs.length, backoff: new IterableBackoff(delaysMs) })
    .dangerouslyUnref()
    .execute(operation);

/** Runs an operation again after each of the delays (in ms) while it returns null. Errors are not retried. */
export const retryWhileNull = <Result>(
  operation: () => Promise<Result | null>,
  { delaysMs }: { delaysMs: readonly number[] },
): Promise<Result | null> =>
  retryPolicy(
    handleWhenResult((result) => result === null),
    { maxAttempts: delaysMs.length, backoff: new IterableBackoff(delaysMs) },
  )
    .dangerouslyUnref()
    .execute(operation);

export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/**
 * Waits for an operation that is already running, for at most `ms`. The operation itself continues after the timeout, and its later failure
 * is ignored.
 * @throws TimeoutError when it did not end in time
 */
export const withTimeout = async <Result>(operation: Promise<Result>, ms: number): Promise<Result> => {
  try {
    return await timeout(ms, TimeoutStrategy.Aggressive).execute(() => operation);
  } catch (error) {
    if (error instanceof TaskCancelledError) throw new TimeoutError(`No result within ${ms} ms`);
    throw error;
  }
};

/** As {@link withTimeout}, but resolves with null at the timeout. */
export const nullAfterTimeout = async <Result>(operation: Promise<Result>, ms: number): Promise<Result | null> => {
  try {
    return await withTimeout(operation, ms);
  } catch (error) {
    if (error instanceof TimeoutError) return null;
    throw error;
  }
};
