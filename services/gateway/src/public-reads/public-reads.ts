import { AppError, type Metrics, type Version, type Versions } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { type Forward, isTimeout } from '../proxy/forward.ts';
import type { ServiceName } from '../routes/route-table.ts';
import { type FetchAnswer, keptMs, sendAnswer } from './answer.ts';
import { createKeptAnswers, type KeptAnswer } from './kept-answers.ts';
import { isVisitorRead, scopeOf } from './public-request.ts';
import { createSharedFetches, isToken } from './shared-fetches.ts';

type Input = { service: ServiceName; request: FastifyRequest; reply: FastifyReply };
/** Responds from memory if every visitor receives the same response; otherwise forwards the request. */
export type PublicReads = (input: Input) => Promise<void>;

type Deps = { versions: Versions; fetchAnswer: FetchAnswer; forward: Forward; metrics: Metrics };

/** About fifty lists of 2,000 athletes. */
const MAX_BYTES = 64 * 1024 * 1024;

const countOutcomes = (metrics: Metrics) => {
  const counter = new Counter({
    name: 'public_reads_total',
    help: 'Public reads by outcome: repeated from memory, fetched to be kept, or forwarded',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const of = (outcome: string) => counter.labels({ outcome });
  return { repeated: of('repeated'), fetched: of('fetched'), forwarded: of('forwarded') };
};

const isValid = (answer: KeptAnswer | undefined, version: Version): answer is KeptAnswer =>
  isToken(version) && answer?.version === version && performance.now() < answer.endsAt;

/**
 * A read that begins after a write was acknowledged never returns the state before it: the version is read from Redis after the request arrived, and
 * an answer belongs to the version that was read before it was fetched. During a write and without Redis, a read waits for a fetch that
 * begins after the read has arrived.
 */
export const createPublicReads = ({ versions, fetchAnswer, forward, metrics }: Deps): PublicReads => {
  const kept = createKeptAnswers({ maxBytes: MAX_BYTES });
  const fetches = createSharedFetches<KeptAnswer | undefined>();
  const outcomes = countOutcomes(metrics);

  const fetchAndKeep = async ({ service, request }: Input, version: Version): Promise<KeptAnswer | undefined> => {
    const { url } = request;
    outcomes.fetched.inc();
    try {
      const answer = await fetchAnswer({ service, request, previous: kept.get(url) });
      const fetched = answer && { ...answer, version };
      if (fetched) kept.set(url, fetched);
      else kept.remove(url);
      return fetched;
    } catch (error) {
      // A second request would take as long again.
      if (error instanceof AppError) throw error;
      if (isTimeout(error)) throw new AppError('GatewayTimeout', { cause: error });
      // The forwarded requests report what is wrong.
      return undefined;
    }
  };

  /** One request to the service for all who may receive the same response. */
  const fetchShared = async (input: Input, version: Version): Promise<KeptAnswer | undefined> => {
    const { url } = input.request;
    const arrivedAt = performance.now();
    const running = fetches.running(url);
    if (running && isToken(version) && running.version === version) {
      const answer = await running.value;
      // A request that arrived before the response expired receives it, even if it has expired meanwhile.
      if (!answer || arrivedAt < answer.endsAt) return answer;
    }
    return fetches.next(url, version, (latest) => fetchAndKeep(input, latest)).value;
  };

  /** Somebody else than a writer sets the first version of a scope only if the response is public: a visitor can make up any id. */
  const forwardUnversioned = (input: Input, scope: string) =>
    forward({ ...input, onResponse: (status, headers) => void (keptMs(status, headers) > 0 && versions.create(scope)) });

  return async (input) => {
    const { request, reply } = input;
    const scope = isVisitorRead(request) ? scopeOf(request.url) : undefined;
    if (scope === undefined) return void (await forward(input));

    const version = await versions.read(scope);
    const known = kept.get(request.url);
    if (isValid(known, version)) {
      outcomes.repeated.inc();
      return sendAnswer({ answer: known, request, reply });
    }
    const answer = version === null ? undefined : await fetchShared(input, version);
    if (answer) return sendAnswer({ answer, request, reply });
    outcomes.forwarded.inc();
    await (version === null ? forwardUnversioned(input, scope) : forward(input));
  };
};
