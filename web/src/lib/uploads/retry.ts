import { ApiError, NetworkError } from '../api-error.ts';
import { isOffline } from './upload-errors.ts';

/** As many times one request may fail in a row before the file is given up: about three minutes. */
const MAX_FAILURES = 9;
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;

/** Answers that another try may change. A full disk is not among them: it needs somebody who makes room. */
const isPassing = (error: unknown): boolean => {
  if (error instanceof NetworkError) return true;
  if (!(error instanceof ApiError) || error.status === 507) return false;
  const { status, code } = error;
  return status >= 500 || status < 400 || status === 408 || status === 429 || code === 'ChunkInvalid';
};

/** Milliseconds to wait after so many failures in a row, longer each time unless the server names a time; null to give up. */
export const retryDelayMs = ({ error, failures }: { error: unknown; failures: number }): number | null => {
  if (!isPassing(error) || failures >= MAX_FAILURES) return null;
  const named = error instanceof ApiError ? error.retryAfterSeconds : null;
  return named === null ? Math.min(FIRST_DELAY_MS * 2 ** (failures - 1), LONGEST_DELAY_MS) : named * 1_000;
};

export type Patience = {
  /** @throws the signal's reason when it is aborted meanwhile */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  untilOnline: (signal: AbortSignal) => Promise<void>;
};

type Options = { signal: AbortSignal; onWait: (reason: 'offline' | 'retry') => void };

/** Does something until it succeeds: a failure that passes is waited for, and while there is no network nothing is tried at all. */
export const persist = async <T>({ wait, untilOnline }: Patience, { signal, onWait }: Options, attempt: () => Promise<T>): Promise<T> => {
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

/** Ends early, by an error, when the signal is aborted. */
const whenOver = ({ signal, begin }: { signal: AbortSignal; begin: (done: () => void) => () => void }): Promise<void> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const give = () => {
      stop();
      reject(signal.reason);
    };
    const stop = begin(() => {
      signal.removeEventListener('abort', give);
      resolve();
    });
    signal.addEventListener('abort', give, { once: true });
  });

/** How a browser waits. It may say it is online and not be: that shows as a failure like others. */
export const browserPatience: Patience = {
  wait: (ms, signal) =>
    whenOver({
      signal,
      begin: (done) => {
        const timer = setTimeout(done, ms);
        return () => clearTimeout(timer);
      },
    }),
  untilOnline: (signal) =>
    whenOver({
      signal,
      begin: (done) => {
        window.addEventListener('online', done, { once: true });
        // It may have come back between the failure and now.
        if (navigator.onLine) setTimeout(done, FIRST_DELAY_MS);
        return () => window.removeEventListener('online', done);
      },
    }),
};
