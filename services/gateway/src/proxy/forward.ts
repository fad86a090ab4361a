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
type ForwardInput = {
  service: ServiceName;
  request: FastifyRequest;
  reply: FastifyReply;
  /** How long until the answer must begin, where that is longer than usual. */
  answerMs?: number;
  /** Names and values in turn, sent beside the client's own. */
  extraHeaders?: string[];
  /** An answer with this header is not for the client, and has no body: it is given back. */
  keepBack?: string;
};
/** What was kept from the client; its headers are those for the client, without the one it was kept back for. */
export type KeptAnswer = { status: number; headers: Record<string, string | string[]>; keptBack: string };
export type Forward = (input: ForwardInput) => Promise<KeptAnswer | undefined>;

const TIMEOUTS: readonly unknown[] = ['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];
/** A service that restarts is back after a moment. */
const RETRY_AFTER_MS = 150;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

const isBodyless = (method: string): boolean => method === 'GET' || method === 'HEAD';

const requestFor = ({ request, extraHeaders = [] }: ForwardInput): UpstreamRequest => {
  const { method, headers, raw } = request;
  const isSent = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  const hasBody = isSent && !isBodyless(method);
  const caller = { requestId: request.id, address: request.ip, host: request.host, protocol: request.protocol };
  const sent = [...headersForService({ headers, caller, hasBody }), ...extraHeaders];
  return { method, path: request.url, headers: sent, body: hasBody ? detachedBody(raw) : null };
};

/**
 * Carries a request to a service and its answer back, both as streams.
 * @throws AppError BadGateway or GatewayTimeout, as long as the client has no part of an answer; afterwards its connection is cut
 */
export const createForward = ({ upstreams, answerHeaders }: ForwardDeps): Forward => {
  const exchange = async (input: ForwardInput): Promise<KeptAnswer | undefined> => {
    const { service, request, reply, answerMs, keepBack } = input;
    let kept: KeptAnswer | undefined;
    await upstreams[service].exchange({
      request: requestFor(input),
      ...(answerMs !== undefined && { answerMs }),
      into: reply.raw,
      onAnswer: (status, { [keepBack ?? '']: keptBack, ...headers }) => {
        const forClient = headersForClient({ headers, requestId: request.id, defaults: answerHeaders });
        if (typeof keptBack === 'string') {
          kept = { status, headers: forClient, keptBack };
          return undefined;
        }
        reply.hijack();
        return forClient;
      },
    });
    return kept;
  };

  /** Only what changes nothing is sent twice, and only when nobody took it the first time. */
  const exchangeTwice = async (input: ForwardInput): Promise<KeptAnswer | undefined> => {
    try {
      return await exchange(input);
    } catch (error) {
      if (!isBodyless(input.request.method) || codeOf(error) !== 'ECONNREFUSED') throw error;
      await pause(RETRY_AFTER_MS);
      return exchange(input);
    }
  };

  return async (input) => {
    const { service, request, reply } = input;
    try {
      return await exchangeTwice(input);
    } catch (error) {
      const isHere = !(error instanceof ClientGone);
      if (isHere && !reply.raw.headersSent)
        throw new AppError(TIMEOUTS.includes(codeOf(error)) ? 'GatewayTimeout' : 'BadGateway', { cause: error });
      request.log[isHere ? 'warn' : 'info']({ err: error, service }, isHere ? 'an answer broke off' : 'the client left');
      reply.hijack();
      reply.raw.destroy();
      return undefined;
    }
  };
};
