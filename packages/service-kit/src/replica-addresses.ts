import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { nullAfterTimeout } from './retry.ts';

/** From this age on, addresses are looked up again before they are used. */
const REFRESH_AFTER_MS = 1000;
/** The pause after a lookup that failed. */
const RETRY_AFTER_MS = 250;
/** A slow name server delays a request by this at most; then the last known addresses are used. */
const LOOKUP_MS = 500;
/** From this age on, addresses are forgotten: another container may have received them. */
const FORGET_AFTER_MS = 10_000;
/** For how long an address is avoided after a failed connection, if there is another one. */
const AVOIDED_MS = 5000;
/** The same for a replica that is stopping. Within this time it has ended, and its address has left the name. */
const STOPPING_MS = 10_000;

type Resolve = (host: string) => Promise<{ address: string; family: number }[]>;
type Replica = { origin: string; avoidedUntil: number };

export type ReplicaAddressesOptions = {
  url: string;
  /** Called with each address that has left the name. */
  onRemoved?: (origin: string) => void;
  resolve?: Resolve;
};

export type ReplicaAddresses = {
  /** The origin for the next request, as http://10.0.0.5:8080. Rejects if the name has no address. */
  next: () => Promise<string>;
  /** Reports that no connection to this origin could be opened. */
  failed: (origin: string) => void;
  /** Reports that the replica at this origin closes its connections, because it is stopping. */
  stopping: (origin: string) => void;
};

const resolveAll: Resolve = (host) => lookup(host, { all: true });

/** One family only: a name with addresses of both usually means the same replicas. */
const ofOneFamily = (found: Awaited<ReturnType<Resolve>>): string[] => {
  const family = found.some((each) => each.family === 4) ? 4 : 6;
  return found.flatMap((each) => (each.family === family ? (family === 6 ? `[${each.address}]` : each.address) : []));
};

/**
 * The addresses of all replicas of a service, in turn. A connection stays open, so without this all requests would go to the replica that the first
 * one reached. Container networks give a service's name one address per replica. With https the name itself is used, because certificates are for it.
 */
export const createReplicaAddresses = ({
  url,
  onRemoved = () => undefined,
  resolve = resolveAll,
}: ReplicaAddressesOptions): ReplicaAddresses => {
  const { origin, protocol, hostname, port } = new URL(url);
  if (protocol === 'https:' || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    return { next: async () => origin, failed: () => undefined, stopping: () => undefined };
  }
  let replicas: Replica[] = [];
  let knownSince = Number.NEGATIVE_INFINITY;
  let nextLookupAt = Number.NEGATIVE_INFINITY;
  let pauseEndsAt = Number.NEGATIVE_INFINITY;
  let resolving: Promise<void> | undefined;
  let turn = 0;

  const update = async (): Promise<void> => {
    pauseEndsAt = performance.now() + RETRY_AFTER_MS;
    nextLookupAt = pauseEndsAt;
    const addresses = ofOneFamily(await resolve(hostname));
    knownSince = performance.now();
    pauseEndsAt = knownSince;
    nextLookupAt = knownSince + REFRESH_AFTER_MS;
    const origins = addresses.map((address) => `http://${address}${port && `:${port}`}`);
    const removed = replicas.filter((replica) => !origins.includes(replica.origin));
    replicas = origins.map((each) => replicas.find((replica) => replica.origin === each) ?? { origin: each, avoidedUntil: 0 });
    for (const replica of removed) onRemoved(replica.origin);
  };
  const avoid = (avoided: string, ms: number): void => {
    const replica = replicas.find((each) => each.origin === avoided);
    if (replica) replica.avoidedUntil = Math.max(replica.avoidedUntil, performance.now() + ms);
  };
  const forget = (): void => {
    for (const replica of replicas.splice(0)) onRemoved(replica.origin);
  };
  const refresh = (): Promise<void> => {
    resolving ??= update().finally(() => {
      resolving = undefined;
    });
    return resolving;
  };

  return {
    next: async () => {
      if (performance.now() - knownSince > FORGET_AFTER_MS) forget();
      if (replicas.length === 0) await refresh();
      else if (performance.now() >= nextLookupAt)
        await nullAfterTimeout(
          refresh().catch(() => undefined),
          LOOKUP_MS,
        );
      const now = performance.now();
      for (let tried = 0; tried < replicas.length; tried += 1) {
        turn = (turn + 1) % replicas.length;
        const replica = replicas[turn];
        if (replica && replica.avoidedUntil <= now) return replica.origin;
      }
      turn = (turn + 1) % replicas.length;
      return replicas[turn]?.origin ?? origin;
    },
    failed: (failedOrigin) => {
      nextLookupAt = pauseEndsAt;
      avoid(failedOrigin, AVOIDED_MS);
    },
    stopping: (stoppingOrigin) => avoid(stoppingOrigin, STOPPING_MS),
  };
};
