import type { IncomingHttpHeaders } from 'node:http';
import { AppError, announcesBody, requestTraceparent } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ServiceName } from '../routes/route-table.ts';
import { headersForClient, headersForService } from './headers.ts';
import { bodyOf } from './request-body.ts';
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
  /** Called with the status and headers of the service's response. */
  onResponse?: (status: number, headers: IncomingHttpHeaders) => void;
};
/**
 * A response that was not sent. `headers` are those for the client without the content length, names and values in turn; `value` is that of the header
 * by which it was withheld.
 */
export type WithheldResponse = { status: number; headers: string[]; value: string };
export type Forward = (input: ForwardInput) => Promise<WithheldResponse | undefined>;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const TIMEOUTS: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
export const isTimeout = (error: unknown): boolean => TIMEOUTS.includes(codeOf(error));

const requestFor = async ({ request, extraHeaders = [] }: ForwardInput): Promise<UpstreamRequest> => {
  const { method, headers, raw } = request;
  const hasBody = announcesBody(raw) && method !== 'GET' && method !== 'HEAD';
  const { id: requestId, ip: address, host, protocol } = request;
  const client = { requestId, address, host, protocol, traceparent: requestTraceparent(request) };
  const forwarded = [...headersForService({ headers, client, hasBody }), ...extraHeaders];
  return { method, path: request.url, headers: forwarded, body: hasBody ? await bodyOf(request) : () => null };
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
        input.onResponse?.(status, headers);
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
      if (isConnected && !reply.raw.headersSent) throw new AppError(isTimeout(error) ? 'GatewayTimeout' : 'BadGateway', { cause: error });
      if (isConnected) request.log.warn({ err: error, upstream: service }, 'Response aborted');
      else request.log.info({ err: error, upstream: service }, 'Client disconnected');
      reply.hijack();
      reply.raw.destroy();
      return undefined;
    }
  };
};
