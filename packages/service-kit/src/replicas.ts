import { setTimeout as pause } from 'node:timers/promises';
import { createReplicaAddresses, type ReplicaAddressesOptions } from './replica-addresses.ts';

/** There was no connection, so the service has not received any part of the request. */
const NOT_CONNECTED: readonly unknown[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  // The name has no address: for example, its only container is being replaced.
  'ENOTFOUND',
  'EAI_AGAIN',
];
/** The connection ended before the response began. The service may have received the request. */
const DISCONNECTED: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** While no replica accepts connections, each request tries again after a quarter of the time that it has waited, within these limits. */
const RETRY_AFTER_MS = { min: 100, max: 1000 };

/** `fetch` rejects with a TypeError whose cause has the code. */
const codeOf = (error: unknown): unknown => {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error)) return codeOf(error.cause);
  // A host can become unreachable while a connection is open, too.
  const isOfOpenConnection = 'syscall' in error && (error.syscall === 'read' || error.syscall === 'write');
  return isOfOpenConnection ? 'ECONNRESET' : error.code;
};

type Options = ReplicaAddressesOptions & {
  /** How long requests wait while no replica accepts connections, in ms. */
  retryMs: number;
};

type Attempts<Result> = {
  /** Sends the request to a replica. Called again, perhaps with another origin, if the request did not reach a service. */
  attempt: (origin: string) => Promise<Result>;
  /** Whether the request may be sent a second time although a service may have received it. */
  isRepeatable: () => boolean;
};

export type Replicas = {
  /**
   * Sends a request to one of the replicas. If no connection can be opened, it is sent to another one; if none accepts connections, again and
   * again until `retryMs` have passed since all requests fail. A repeatable request whose connection ended is sent a second time.
   */
  send: <Result>(attempts: Attempts<Result>) => Promise<Result>;
  /** Reports that the replica at this origin closes its connections, because it is stopping. */
  stopping: (origin: string) => void;
};

/** All replicas of a service at one URL. */
export const createReplicas = ({ retryMs, ...options }: Options): Replicas => {
  const replicas = createReplicaAddresses(options);
  /** The first and the last failure of a time in which no connection could be opened. */
  let outage: { from: number; to: number } | undefined;

  /** False from `retryMs` after the first failure on: a request to a service that is down for longer does not wait. */
  const isWorthWaiting = (): boolean => {
    const now = performance.now();
    const isSameOutage = outage !== undefined && now - outage.to <= retryMs;
    outage = { from: outage && isSameOutage ? outage.from : now, to: now };
    return now - outage.from < retryMs;
  };

  const send: Replicas['send'] = async ({ attempt, isRepeatable }) => {
    const startedAt = performance.now();
    const tried = new Set<string | undefined>();
    let isRepeated = false;
    for (;;) {
      let origin: string | undefined;
      try {
        origin = await replicas.next();
        const result = await attempt(origin);
        outage = undefined;
        return result;
      } catch (error) {
        const code = codeOf(error);
        const isUnreached = NOT_CONNECTED.includes(code);
        if (!isUnreached && !DISCONNECTED.includes(code)) throw error;
        if (origin !== undefined) replicas.failed(origin);
        if (isUnreached) {
          // Each replica is tried before the request fails.
          if (!isWorthWaiting() && tried.has(origin)) throw error;
        } else if (isRepeatable() && !isRepeated) isRepeated = true;
        else throw error;
      }
      if (tried.has(origin)) {
        const waitedMs = performance.now() - startedAt;
        await pause(Math.min(Math.max(waitedMs / 4, RETRY_AFTER_MS.min), RETRY_AFTER_MS.max));
        tried.clear();
      } else tried.add(origin);
    }
  };

  return { send, stopping: replicas.stopping };
};
