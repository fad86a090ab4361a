import { type LookupAddress, lookup } from 'node:dns';
import { Agent, type Dispatcher, interceptors } from 'undici';

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

const CONNECT_TIMEOUT_MS = 2000;
/** How long a response that has begun may pause. */
const IDLE_TIMEOUT_MS = 60_000;
/** Idle connections are closed after this time, so a stopping service is left with none on which a request could arrive when it closes them. */
const CONNECTION_IDLE_MS = 3000;
/** Connections are renewed: where all replicas have one address, a new connection may reach another replica. */
const CONNECTION_AGE_MS = 10_000;
const ADDRESS_AGE_MS = 1000;
/** For how long a stopping replica is avoided. Within this time it has ended, and its address has left the name. */
const STOPPING_MS = 10_000;
/** While no replica accepts connections, each request tries again after a quarter of the time that it has waited, within these limits. */
const RETRY_AFTER_MS = { min: 100, max: 1000 };

type Interceptor = Dispatcher.DispatcherComposeInterceptor;
type Handler = Dispatcher.DispatchHandler;
type Lookup = (host: string, done: (error: Error | null, found: LookupAddress[]) => void) => void;

const lookupAll: Lookup = (host, done) => lookup(host, { all: true }, done);

/** `onStart` sees the beginning of each response; `onError` may return true to take over a failure. */
const watch = (handler: Handler, onStart: (headers: { connection?: unknown }) => void, onError: (error: Error) => boolean): Handler => ({
  onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
  onResponseStart: (controller, status, headers, message) => {
    onStart(headers);
    handler.onResponseStart?.(controller, status, headers, message);
  },
  onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
  onResponseEnd: (controller, trailers) => handler.onResponseEnd?.(controller, trailers),
  onResponseError: (controller, error) => {
    if (!onError(error)) handler.onResponseError?.(controller, error);
  },
});

/** A replica that is stopping closes its connections. Others are preferred, so that nobody connects when it closes its socket. */
const leaveStopping = (resolve: Lookup): { lookup: Lookup; watchStops: Interceptor } => {
  const avoidedUntil = new Map<string, number>();
  let lookups = 0;
  return {
    lookup: (host, done) =>
      resolve(host, (error, found = []) => {
        // Another replica may get the address of one that has ended.
        for (const address of avoidedUntil.keys()) if (!found.some((each) => each.address === address)) avoidedUntil.delete(address);
        const running = found.filter(({ address }) => (avoidedUntil.get(address) ?? 0) < performance.now());
        const addresses = running.length > 0 ? running : found;
        // Requests take the addresses in turn from the first one on, and there may be few requests between two lookups.
        lookups += 1;
        done(
          error,
          addresses.map((_, index) => addresses[(index + lookups) % addresses.length] as LookupAddress),
        );
      }),
    watchStops: (dispatch) => (options, handler) => {
      const address = new URL(String(options.origin)).hostname.replace(/^\[|\]$/g, '');
      const onStart = ({ connection }: { connection?: unknown }): void => {
        if (connection === 'close') avoidedUntil.set(address, performance.now() + STOPPING_MS);
      };
      return dispatch(
        options,
        watch(handler, onStart, () => false),
      );
    },
  };
};

/**
 * Instead of undici's own interceptor, which continues a response that broke off with a second request for the missing bytes: the bytes of a
 * download would be counted twice.
 */
const retryUnanswered = (retryMs: number): Interceptor => {
  /** The first and the last failure of a time in which no connection could be opened. */
  let outage: { from: number; to: number } | undefined;

  /** False from `retryMs` after the first failure on: a request to a service that is down for longer does not wait. */
  const isWorthWaiting = (): boolean => {
    const now = performance.now();
    const isSameOutage = outage !== undefined && now - outage.to <= retryMs;
    outage = { from: outage && isSameOutage ? outage.from : now, to: now };
    return now - outage.from < retryMs;
  };

  return (dispatch) => (options, handler) => {
    const startedAt = performance.now();
    const isSafe = options.method === 'GET' || options.method === 'HEAD';
    let hasResponse = false;
    let failures = 0;
    let isRepeated = false;

    const isRetried = (error: Error & { code?: unknown; syscall?: unknown }): boolean => {
      // A connection can be reset while it opens, and a host become unreachable while it is open.
      const isOpen = error.syscall === 'read' || error.syscall === 'write';
      const isUnreached = error.syscall === 'connect' || (NOT_CONNECTED.includes(error.code) && !isOpen);
      // Another replica is tried before the request fails.
      if (isUnreached) return isWorthWaiting() || failures === 0;
      if (!isSafe || isRepeated || !(isOpen || DISCONNECTED.includes(error.code))) return false;
      isRepeated = true;
      return true;
    };
    const watched = watch(
      handler,
      () => {
        hasResponse = true;
        outage = undefined;
      },
      (error) => {
        if (hasResponse || !isRetried(error)) return false;
        const delayMs = Math.min(Math.max((performance.now() - startedAt) / 4, RETRY_AFTER_MS.min), RETRY_AFTER_MS.max);
        setTimeout(() => dispatch(options, watched), failures === 0 ? 0 : delayMs);
        failures += 1;
        return true;
      },
    );
    return dispatch(options, watched);
  };
};

type Options = {
  /** How long requests wait while no replica accepts connections, in ms. */
  retryMs: number;
  resolve?: Lookup;
};

/**
 * The connections to all replicas of one service. Container networks give its name one address for each replica; requests go to them in turn. A
 * request for which no connection could be opened is sent again until `retryMs` have passed since all requests fail. A GET whose connection ends
 * before the response is sent a second time.
 */
export const createServiceAgent = ({ retryMs, resolve = lookupAll }: Options): Dispatcher => {
  const { lookup: lookupRunning, watchStops } = leaveStopping(resolve);
  const agent = new Agent({
    bodyTimeout: IDLE_TIMEOUT_MS,
    keepAliveMaxTimeout: CONNECTION_IDLE_MS,
    clientTtl: CONNECTION_AGE_MS,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    // The bundle does not contain HTTP/2.
    allowH2: false,
  });
  const dns = interceptors.dns({
    maxTTL: ADDRESS_AGE_MS,
    // A name with addresses of both families usually means the same replicas.
    affinity: 4,
    lookup: ({ hostname }, _options, done) =>
      lookupRunning(hostname, (error, found) =>
        done(
          error,
          found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4, ttl: ADDRESS_AGE_MS })),
        ),
      ),
  });
  return agent.compose(watchStops, dns, retryUnanswered(retryMs));
};
