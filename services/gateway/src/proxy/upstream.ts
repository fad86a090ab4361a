import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createReplicas, isGone } from '@stagereel/service-kit';
import { type Dispatcher, Pool } from 'undici';
import type { ServiceName } from '../routes/route-table.ts';

/** The connection to the client was closed before it had received the whole response of the service. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

export type UpstreamRequest = {
  method: string;
  path: string;
  headers: string[];
  /** Called for each attempt. Must not read anything before its stream is read, because an attempt may find no connection. */
  body: () => Buffer | Readable | null;
};

type Exchange = {
  request: UpstreamRequest;
  /** The response to the client. */
  into: ServerResponse;
  /** How long the service may take from the last byte of the request to the first of the response, in ms; if longer than the default. */
  responseTimeoutMs?: number;
  /**
   * Called with the status and headers of the service's response. Returns the headers for the client, names and values in turn; from then on no
   * other response can be sent. Returns undefined to withhold the response from the client.
   */
  onResponse: (status: number, headers: IncomingHttpHeaders) => string[] | undefined;
};

export type UpstreamResponse = { status: number; headers: IncomingHttpHeaders; body: Buffer };

export type Upstream = {
  /**
   * Sends a request to a service and streams its response to the client, with backpressure in both directions. Waits while the service accepts no
   * connections. A GET whose connection ends before the response begins is sent a second time. Rejects if the response did not begin or did not end,
   * and with ClientDisconnected if the client closed its connection.
   */
  exchange: (exchange: Exchange) => Promise<void>;
  /** Sends a GET request and returns the whole response. */
  read: (request: Pick<UpstreamRequest, 'path' | 'headers'>) => Promise<UpstreamResponse>;
  /** Ends what is still running. Nobody waits for it: the server has stopped before. */
  stop: () => Promise<void>;
};

const CONNECT_TIMEOUT_MS = 3000;
/** How long a response that has begun may pause. */
const IDLE_TIMEOUT_MS = 60_000;

/** Connections are renewed: where all replicas have one address, a new connection may reach another replica. */
const CONNECTION_AGE_MS = 10_000;

/** Idle connections are closed after this time, so a stopping service is left with none on which a request could arrive when it closes them. */
const CONNECTION_IDLE_MS = 3000;

const isSafe = (method: string): boolean => method === 'GET' || method === 'HEAD';

type UpstreamOptions = {
  url: string;
  /** How long the service may take until its response begins. */
  timeoutMs: number;
  /** How long requests wait for a service that accepts no connections. */
  retryMs: number;
};

/** The connections to all replicas of a service. Uses undici's lowest layer: a small response through its higher layers takes a third longer. */
const createUpstream = ({ url, timeoutMs, retryMs }: UpstreamOptions): Upstream => {
  const { host } = new URL(url);
  const pools = new Map<string, { pool: Pool; renewAt: number }>();
  const close = (origin: string): void => {
    const opened = pools.get(origin);
    pools.delete(origin);
    // Running requests end first. Later, so that a request that has just taken this pool can still use it.
    setImmediate(() => opened?.pool.close().catch(() => undefined));
  };
  const replicas = createReplicas({ url, retryMs, onRemoved: close });
  const open = (origin: string): Pool => {
    const options = {
      bodyTimeout: IDLE_TIMEOUT_MS,
      keepAliveMaxTimeout: CONNECTION_IDLE_MS,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // The bundle does not contain HTTP/2.
      allowH2: false,
    };
    const pool = new Pool(origin, options);
    pools.set(origin, { pool, renewAt: performance.now() + CONNECTION_AGE_MS });
    return pool;
  };
  const poolFor = (origin: string): Pool => {
    const opened = pools.get(origin);
    if (opened && performance.now() < opened.renewAt) return opened.pool;
    close(origin);
    return open(origin);
  };
  const toService = <Request extends { headers: string[] }>(request: Request): Request => ({
    ...request,
    headers: ['host', host, ...request.headers],
  });
  const watchStop = (origin: string, { connection }: IncomingHttpHeaders): void => {
    if (connection === 'close') replicas.stopping(origin);
  };
  return {
    exchange: ({ request, ...exchange }) => {
      let hasResponse = false;
      return replicas.send({
        isRepeatable: () => !hasResponse && isSafe(request.method),
        attempt: (origin) =>
          proxy({
            ...exchange,
            request: toService(request),
            pool: poolFor(origin),
            responseTimeoutMs: Math.max(timeoutMs, exchange.responseTimeoutMs ?? 0),
            onResponse: (status, headers) => {
              hasResponse = true;
              watchStop(origin, headers);
              return exchange.onResponse(status, headers);
            },
          }),
      });
    },
    read: (request) =>
      replicas.send({
        isRepeatable: () => true,
        attempt: async (origin) => {
          const options = { ...toService(request), method: 'GET', headersTimeout: timeoutMs } as const;
          const { statusCode, headers, body } = await poolFor(origin).request(options);
          watchStop(origin, headers);
          return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
        },
      }),
    stop: async () => {
      await Promise.all([...pools.values()].map(({ pool }) => pool.destroy()));
    },
  };
};

/** Connects to every service. */
export const connectUpstreams = ({
  services,
  ...options
}: Omit<UpstreamOptions, 'url'> & { services: Record<ServiceName, string> }): Record<ServiceName, Upstream> => {
  const connect = (name: ServiceName) => createUpstream({ ...options, url: services[name] });
  return {
    catalog: connect('catalog'),
    orders: connect('orders'),
    media: connect('media'),
    identity: connect('identity'),
    notify: connect('notify'),
  };
};

type ProxyInput = Exchange & { pool: Pool; responseTimeoutMs: number };

const proxy = ({ pool, request, into, responseTimeoutMs, onResponse }: ProxyInput): Promise<void> =>
  new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | undefined;
    let isForClient = true;
    let length: number | undefined;
    // While it waited for a connection, perhaps.
    if (isGone(into)) return reject(new ClientDisconnected());
    const { socket } = into.req;
    const resume = (): void => running?.resume();
    // Also when the client already has another response, because its request was too slow.
    const abort = (): void => running?.abort(new ClientDisconnected());
    const removeListeners = (): void => {
      into.off('drain', resume);
      into.off('close', abort);
      socket.off('close', abort);
    };
    into.on('drain', resume);
    into.on('close', abort);
    // A pipelined response that waits for earlier ones emits no event when the connection breaks.
    socket.on('close', abort);

    pool.dispatch(
      { ...request, body: request.body(), method: request.method as Dispatcher.HttpMethod, headersTimeout: responseTimeoutMs },
      {
        onRequestStart: (controller) => {
          running = controller;
          if (isGone(into)) controller.abort(new ClientDisconnected());
        },
        onResponseStart: (_controller, status, headers) => {
          if (status < 200) return;
          const forClient = onResponse(status, headers);
          isForClient = forClient !== undefined;
          length = Number(headers['content-length']);
          if (forClient) into.writeHead(status, forClient);
        },
        onResponseData: (controller, chunk) => {
          if (!isForClient) return;
          // This chunk is the whole body: headers, body and end are sent in one write.
          if (chunk.length === length) into.end(chunk);
          else if (!into.write(chunk)) controller.pause();
        },
        onResponseEnd: () => {
          removeListeners();
          if (isForClient) into.end();
          resolve();
        },
        onResponseError: (_controller, error) => {
          removeListeners();
          reject(error);
        },
      },
    );
  });
