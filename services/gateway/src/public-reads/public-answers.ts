import { PUBLIC_CACHE_CONTROL } from '@stagereel/contracts';
import { type PreparedJson, prepareJson, requestTraceparent, sendPreparedJson } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { upstreamFailure } from '../proxy/forward.ts';
import { headersForClient, headersForService } from '../proxy/headers.ts';
import type { Upstream } from '../proxy/upstream.ts';
import type { ServiceName } from '../routes/route-table.ts';

/** What a service responds to a visitor. */
export type PublicAnswer = {
  status: number;
  /** The headers for every client, names and values in turn. */
  headers: readonly string[];
  /** The same object as before if the content is the same, so that it is compressed once. */
  json: PreparedJson;
  isKept: boolean;
  /** The time of `performance.now()` from which requests that arrive need another answer. */
  endsAt: number;
};

type Read = {
  service: ServiceName;
  url: string;
  /** The request that needs the answer, if there is one. None of its headers are sent. */
  request?: FastifyRequest;
};
/**
 * Fetches an answer as a visitor, or repeats one from memory.
 * @throws AppError BadGateway or GatewayTimeout
 */
export type ReadPublic = (read: Read) => Promise<PublicAnswer>;

type Deps = {
  upstreams: Record<ServiceName, Pick<Upstream, 'read'>>;
  /** Headers of every proxied response that the service does not set itself. */
  defaultHeaders: Record<string, string>;
  /** For tests. */
  maxBytes?: number;
};

/** Visitors see a change at most this late. */
const KEPT_MS = 1000;

/** About fifty lists of 2,000 athletes. A larger answer is sent, but not kept. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The compressed forms of an answer take less than its plain bytes; the rest is for its headers. */
const sizeOf = ({ json }: PublicAnswer): number => 2 * json.plain.length + 4096;

/** These are set for each response. A cookie would be for one client. */
const OWN_HEADERS = ['content-length', 'etag', 'vary', 'date', 'x-request-id', 'set-cookie'];

const headersFor = (request: FastifyRequest | undefined): string[] => {
  const headers = { accept: 'application/json', 'accept-encoding': 'identity' };
  if (!request) return Object.entries(headers).flat();
  const { id: requestId, ip: address, host, protocol } = request;
  const client = { requestId, address, host, protocol, traceparent: requestTraceparent(request) };
  return headersForService({ headers, client, hasBody: false });
};

/**
 * One fetch at a time for each address, whoever waits for it. The time of an answer counts from the start of its fetch, because the state may have
 * changed right after that. An answer that is not for all visitors is sent to those who waited for it.
 */
export const createReadPublic = ({ upstreams, defaultHeaders, maxBytes = MAX_BYTES }: Deps): ReadPublic => {
  const fetchAnswer = async ({ service, url, request }: Read, previous: PublicAnswer | undefined): Promise<PublicAnswer> => {
    const startedAt = performance.now();
    const response = await upstreams[service].read({ path: url, headers: headersFor(request) }).catch((error) => {
      throw upstreamFailure(error);
    });
    const { status, headers, body } = response;
    const json = await prepareJson(body);
    const isKept = status === 200 && headers['cache-control'] === PUBLIC_CACHE_CONTROL;
    return {
      status,
      headers: headersForClient({ headers, defaults: defaultHeaders, without: OWN_HEADERS }),
      json: previous?.json.digest === json.digest ? previous.json : json,
      isKept,
      endsAt: isKept ? startedAt + KEPT_MS : performance.now(),
    };
  };
  const answers = new LRUCache<string, PublicAnswer, Read>({
    maxSize: maxBytes,
    sizeCalculation: sizeOf,
    fetchMethod: (_url, previous, { context }) => fetchAnswer(context, previous),
    // A fetch that is removed to save memory still responds to those who wait for it.
    ignoreFetchAbort: true,
  });

  return async (read) => {
    const arrivedAt = performance.now();
    const answer = await answers.forceFetch(read.url, { context: read });
    if (arrivedAt < answer.endsAt) return answer;
    return answers.forceFetch(read.url, { context: read, forceRefresh: true });
  };
};

type SendInput = { answer: PublicAnswer; request: FastifyRequest; reply: FastifyReply };

/** Sends the answer; one for all visitors compressed, or as 304 if the client has it already. */
export const sendPublicAnswer = ({ answer, request, reply }: SendInput): FastifyReply | Promise<FastifyReply> => {
  const { status, headers, json, isKept } = answer;
  reply.code(status);
  for (let index = 0; index < headers.length; index += 2) reply.header(headers[index] ?? '', headers[index + 1]);
  return isKept ? sendPreparedJson({ request, reply, ready: json }) : reply.send(json.plain);
};
