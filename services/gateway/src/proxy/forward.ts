import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upstream, UpstreamRequest } from '../adapters/upstream.ts';
import type { ServiceName } from '../routes/route-table.ts';
import { ClientGone } from './client-gone.ts';
import { detachedBody } from './detached-body.ts';
import { headersForClient, headersForService } from './relayed-headers.ts';

type ForwardDeps = {
  upstreams: Record<ServiceName, Upstream>;
  /** Headers of every relayed answer that does not set them itself. */
  answerHeaders: Record<string, string>;
};
type ForwardInput = { service: ServiceName; request: FastifyRequest; reply: FastifyReply };
export type Forward = (input: ForwardInput) => Promise<void>;

const TIMEOUTS: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** A service that restarts is back after a moment. */
const RETRY_AFTER_MS = 150;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD';

const requestFor = (request: FastifyRequest): UpstreamRequest => {
  const { method, headers, raw } = request;
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const hasBody = isSent && !isBodyless(method);
  const caller = { requestId: request.id, address: request.ip, host: request.host, protocol: request.protocol };
  return { method, path: request.url, headers: headersForService({ headers, caller, hasBody }), body: hasBody ? detachedBody(raw) : null };
};

/**
 * Carries a request to a service and its answer back, both as streams.
 * @throws AppError BadGateway or GatewayTimeout, as long as the client has no part of an answer; afterwards its connection is cut
 */
export const createForward = ({ upstreams, answerHeaders }: ForwardDeps): Forward => {
  const exchange = ({ service, request, reply }: ForwardInput): Promise<void> =>
    upstreams[service].exchange({
      request: requestFor(request),
      into: reply.raw,
      onAnswer: (headers) => {
        reply.hijack();
        return headersForClient({ headers, requestId: request.id, defaults: answerHeaders });
      },
    });

  /** Only what changes nothing is sent twice, and only when nobody took it the first time. */
  const exchangeTwice = async (input: ForwardInput): Promise<void> => {
    try {
      await exchange(input);
    } catch (error) {
      if (!isBodyless(input.request.method) || codeOf(error) !== 'ECONNREFUSED') throw error;
      await pause(RETRY_AFTER_MS);
      await exchange(input);
    }
  };

  return async (input) => {
    const { service, request, reply } = input;
    try {
      await exchangeTwice(input);
    } catch (error) {
      const isHere = !(error instanceof ClientGone);
      if (isHere && !reply.raw.headersSent)
        throw new AppError(TIMEOUTS.includes(codeOf(error)) ? 'GatewayTimeout' : 'BadGateway', { cause: error });
      request.log[isHere ? 'warn' : 'info']({ err: error, service }, isHere ? 'an answer broke off' : 'the client left');
      reply.hijack();
      reply.raw.destroy();
    }
  };
};
