import { AppError } from './errors.ts';

type Options = {
  /** How many work at the same time. */
  concurrency: number;
  maxWaiting: number;
  /** How many of a client may wait, so that a flood of one client leaves places for others. */
  maxWaitingOfClient: number;
};

/** A full queue is empty after about this time. */
const RETRY_AFTER_SECONDS = 3;

export type FairQueue = {
  /** Waits for a place to work. Returns the function that frees it. @throws AppError ServiceBusy */
  enter: (client: string) => Promise<() => void>;
};

/** The clients that wait take turns: however many requests of others wait, a client's first one is next after one of each of them. */
export const createFairQueue = ({ concurrency, maxWaiting, maxWaitingOfClient }: Options): FairQueue => {
  const byClient = new Map<string, (() => void)[]>();
  let working = 0;
  let waiting = 0;

  /** A Map keeps its order of insertion, so the client goes to its end. */
  const removeFirst = (): (() => void) | undefined => {
    const [entry] = byClient;
    if (!entry) return undefined;
    const [client, [first, ...others]] = entry;
    byClient.delete(client);
    if (others.length > 0) byClient.set(client, others);
    waiting -= 1;
    return first;
  };

  const leave = (): void => {
    const next = removeFirst();
    if (next) next();
    else working -= 1;
  };

  const leaveOnce = (): (() => void) => {
    let hasLeft = false;
    return () => {
      if (!hasLeft) leave();
      hasLeft = true;
    };
  };

  return {
    enter: async (client) => {
      if (working < concurrency) {
        working += 1;
        return leaveOnce();
      }
      const own = byClient.get(client) ?? [];
      const isFull = waiting >= maxWaiting || own.length >= maxWaitingOfClient;
      if (isFull) throw new AppError('ServiceBusy', { retryAfterSeconds: RETRY_AFTER_SECONDS });
      waiting += 1;
      return new Promise((resolve) => {
        byClient.set(client, [...own, () => resolve(leaveOnce())]);
      });
    },
  };
};
