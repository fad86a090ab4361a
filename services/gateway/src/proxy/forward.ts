import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { AppError, announcesBody, requestTraceparent } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceName } from '../routes/route-table.ts';
import { headersForClient, headersForService } from './headers.ts';
import { ClientDisconnected, type Upstream, type UpstreamRequest } from './upstream.ts';

type ForwardDeps = {
  upstreams: Record<ServiceName, Upstream>;
  /** Headers of every proxied response that the service does not set itself. */
  defaultHeaders: Record<string, string>;
};
type ForwardInput = {
  service: ServiceName;
  request: FastifyRequest;
  reply: FastifyReply;
  /** How long the service may take to respond, in ms; if longer than the default. */
  responseTimeoutMs?: number;
  /** Names and values in turn, added to the client's headers. */
  extraHeaders?: string[];
  /** A response with this header is not sent to the client but returned. It has no body. */
  withholdBy?: string;
};
/**
 * A response that was not sent. `headers` are those for the client without the content length, names and values in turn; `value` is that of the header
 * by which it was withheld.
 */
export type WithheldResponse = { status: number; headers: string[]; value: string };
export type Forward = (input: ForwardInput) => Promise<WithheldResponse | undefined>;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const TIMEOUTS: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** The error for a client whose request a service has not responded to. */
export const upstreamFailure = (cause: unknown): AppError =>
  new AppError(TIMEOUTS.includes(codeOf(cause)) ? 'GatewayTimeout' : 'BadGateway', { cause });

const requestFor = async ({ request, extraHeaders = [] }: ForwardInput): Promise<UpstreamRequest> => {
  const { method, headers, raw } = request;
  const hasBody = announcesBody(raw) && method !== 'GET' && method !== 'HEAD';
  const { id: requestId, ip: address, host, protocol } = request;
  const client = { requestId, address, host, protocol, traceparent: requestTraceparent(request) };
  const forwarded = [...headersForService({ headers, client, hasBody }), ...extraHeaders];
  return { method, path: request.url, headers: forwarded, body: hasBody ? await bodyOf(request) : null };
};

/**
 * Forwards a request to a service and its response to the client. Both are streamed, except small request bodies. Returns the response if it was withheld.
 * @throws AppError BadGateway or GatewayTimeout if nothing was sent to the client yet; otherwise its connection is closed
 */
export const createForward = ({ upstreams, defaultHeaders }: ForwardDeps): Forward => {
  const exchange = async (input: ForwardInput): Promise<WithheldResponse | undefined> => {
    const { service, request, reply, responseTimeoutMs, withholdBy } = input;
    let withheld: WithheldResponse | undefined;
    await upstreams[service].exchange({
      request: await requestFor(input),
      ...(responseTimeoutMs !== undefined && { responseTimeoutMs }),
      into: reply.raw,
      onResponse: (status, headers) => {
        const value = withholdBy === undefined ? undefined : headers[withholdBy];
        const without = withholdBy === undefined || value === undefined ? [] : [withholdBy, 'content-length'];
        const forClient = headersForClient({ headers, defaults: defaultHeaders, without });
        forClient.push('x-request-id', request.id);
        if (typeof value === 'string') {
          withheld = { status, headers: forClient, value };
          return undefined;
        }
        reply.hijack();
        return forClient;
      },
    });
    return withheld;
  };

  return async (input) => {
    const { service, request, reply } = input;
    try {
      return await exchange(input);
    } catch (error) {
      const isConnected = !(error instanceof ClientDisconnected);
      if (isConnected && !reply.raw.headersSent) throw upstreamFailure(error);
      if (isConnected) request.log.warn({ err: error, upstream: service }, 'Response aborted');
      else request.log.info({ err: error, upstream: service }, 'Client disconnected');
      reply.hijack();
      reply.raw.destroy();
      return undefined;
    }
  };
};

/**
 * A request's body as a separate stream. If a service responds before it has read the whole body, only this stream is destroyed: the client's
 * connection stays open for the response, and the rest of the body is read and discarded. Buffers at most one chunk. Nothing is read before the
 * connection to the service is open.
 */
const detachedBody = (request: IncomingMessage): Readable => {
  const begin = (): void => {
    if (request.destroyed) {
      body.destroy(new ClientDisconnected());
      return;
    }
    request.on('data', (chunk: Buffer) => {
      if (!body.destroyed && !body.push(chunk)) request.pause();
    });
    request.once('end', () => {
      if (!body.destroyed) body.push(null);
    });
    request.once('close', () => {
      if (!request.complete) body.destroy(new ClientDisconnected());
    });
    body.once('close', () => request.resume());
  };
  let isBegun = false;
  const body = new Readable({
    read: () => {
      if (!isBegun) begin();
      isBegun = true;
      request.resume();
    },
  });
  // The client is not slow while the gateway waits for a connection.
  request.pause();
  return body;
};

/**
 * Node buffers at least this much of a body before anybody reads it, without pausing the client. So reading it whole takes no more memory. Almost
 * every JSON body is smaller.
 */
const SMALL_BODY_BYTES = 16 * 1024;

const readWhole = (request: IncomingMessage): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    if (request.destroyed) return reject(new ClientDisconnected());
    // Usually the body has arrived together with the headers.
    const whole: Buffer | null = request.complete ? request.read() : null;
    if (whole) return resolve(whole);
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(Buffer.concat(chunks)));
    request.once('close', () => {
      if (!request.readableEnded) reject(new ClientDisconnected());
    });
  });

/**
 * The body of a request. A small one is read whole and then sent together with the headers, which takes less CPU
 * time than a stream. A larger one, one without a length, and one of a route with `isStreamed` is streamed.
 * @throws ClientDisconnected
 */
const bodyOf = async ({ raw, routeOptions }: FastifyRequest): Promise<Buffer | Readable> => {
  const isSmall = Number(raw.headers['content-length']) <= SMALL_BODY_BYTES;
  return !isSmall || routeOptions.config.isStreamed ? detachedBody(raw) : readWhole(raw);
};
