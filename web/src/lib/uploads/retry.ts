import { ApiError, NetworkError } from '../api-error.ts';
import { isOffline } from './upload-errors.ts';

/** Consecutive failures of one request before the file fails: about three minutes. */
const MAX_FAILURES = 9;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** Statuses worth a retry. A full disk is not among them, because somebody has to free space. */
const isTransient = (error: unknown): boolean => {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || error.status === 507) return false;
  const { status, code } = error;
  return status >= 500 || status < 400 || status === 408 || status === 429 || code === 'ChunkInvalid';
};

/** The backoff in milliseconds after this number of failures, unless the server sets a delay; null to give up. */
export const retryDelayMs = ({ error, failures }: { error: unknown; failures: number }): number | null => {
  if (!isTransient(error) || failures >= MAX_FAILURES) return null;
  const named = error instanceof ApiError ? error.retryAfterSeconds : null;
  return named === null ? Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS) : named * 1_000;
};

export type RetryTimer = {
  /** @throws the signal's reason when it is aborted meanwhile */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  untilOnline: (signal: AbortSignal) => Promise<void>;
};

type Options = { signal: AbortSignal; onWait: (reason: 'offline' | 'retry') => void };

/** Retries until it succeeds: transient failures are retried with backoff, and nothing is attempted while offline. */
export const retryRequest = async <T>(
  { wait, untilOnline }: RetryTimer,
  { signal, onWait }: Options,
  attempt: () => Promise<T>,
): Promise<T> => {
  let failures = 0;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (signal.aborted) throw error;
      if (isOffline(error)) {
        onWait('offline');
        await untilOnline(signal);
        continue;
      }
      failures += 1;
      const delayMs = retryDelayMs({ error, failures });
      if (delayMs === null) throw error;
      onWait('retry');
      await wait(delayMs, signal);
    }
  }
};

/** Rejects when the signal is aborted. */
const abortable = ({ signal, start }: { signal: AbortSignal; start: (done: () => void) => () => void }): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const onAbort = () => {
      stop();
      reject(signal.reason);
    };
    const stop = start(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    signal.addEventListener('abort', onAbort, { once: true });
  });

/** The browser's implementation. `onLine` can be wrongly true; then requests fail like others. */
export const browserRetryTimer: RetryTimer = {
  wait: (ms, signal) =>
    abortable({
      signal,
      start: (done) => {
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      },
    }),
  untilOnline: (signal) =>
    abortable({
      signal,
      start: (done) => {
        window.addEventListener('online', done, { once: true });
        // The browser may be online again already.
        if (navigator.onLine) setTimeout(done, FIRST_DELAY_MS);
        return () => window.removeEventListener('online', done);
      },
    }),
};
