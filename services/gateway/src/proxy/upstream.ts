import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { createServiceAgent, isGone } from '@stagereel/service-kit';
import type { Dispatcher } from 'undici';
import type { ServiceName } from '../routes/route-table.ts';

/** The connection to the client was closed before it had received the whole response of the service. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

export type UpstreamRequest = {
  method: string;
  path: string;
  headers: string[];
  body: Buffer | Readable | null;
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

type UpstreamOptions = {
  url: string;
  /** How long the service may take until its response begins. */
  timeoutMs: number;
  /** How long requests wait for a service that accepts no connections. */
  retryMs: number;
};

const createUpstream = ({ url, timeoutMs, retryMs }: UpstreamOptions): Upstream => {
  const { origin } = new URL(url);
  const agent = createServiceAgent({ retryMs });
  return {
    exchange: (exchange) => proxy({ ...exchange, agent, origin, responseTimeoutMs: Math.max(timeoutMs, exchange.responseTimeoutMs ?? 0) }),
    read: async (request) => {
      const { statusCode, headers, body } = await agent.request({ ...request, origin, method: 'GET', headersTimeout: timeoutMs });
      return { status: statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
    },
    stop: () => agent.destroy(),
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

type ProxyInput = Exchange & { agent: Dispatcher; origin: string; responseTimeoutMs: number };

/** Uses undici's lowest layer: a small response through its higher layers takes a third longer. */
const proxy = ({ agent, origin, request, into, responseTimeoutMs, onResponse }: ProxyInput): Promise<void> =>
  new Promise((resolve, reject) => {
    let running: Dispatcher.DispatchController | undefined;
    let isForClient = true;
    let length: number | undefined;
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

    agent.dispatch(
      { ...request, origin, method: request.method as Dispatcher.HttpMethod, headersTimeout: responseTimeoutMs },
      {
        onRequestStart: (controller) => {
          running = controller;
          // While it waited for a connection, perhaps.
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
