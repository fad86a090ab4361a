import { AsyncLocalStorage } from 'node:async_hooks';
import { availableParallelism } from 'node:os';
import { COSTLY_CALLS_PER_MINUTE, type CostlyCall, type CostlyWork, costlyCalls } from '@stagereel/contracts';
import type { FastifyReply, FastifyRequest, preHandlerHookHandler } from 'fastify';
import { currentCorrelationId } from './correlation.ts';
import { AppError } from './errors.ts';
import { createFairQueue } from './fair-queue.ts';
import { networkOf } from './network.ts';
import type { AnyServer } from './server-types.ts';

/** For each kind of work. The last of a hundred that wait for a hash waits for about a second. */
const QUEUE = { concurrency: Math.max(2, availableParallelism()), maxWaiting: 100, maxWaitingOfClient: 50 };

const admitted = new AsyncLocalStorage<CostlyWork>();

/** Called by the functions that do costly work, so that a route that is missing in `costlyCalls` fails. Outside of requests, as at the start, it does nothing. */
export const requireCostlyCall = (work: CostlyWork): void => {
  if (currentCorrelationId() === undefined || admitted.getStore() === work) return;
  throw new Error(`A route does ${work} work, but costlyCalls does not say so`);
};

/** Counts the calls of each client in this minute. Each process counts by itself: what it protects is its own processor. */
const createMinuteCount = () => {
  const calls = new Map<string, number>();
  let endsAt = 0;
  return (client: string): { calls: number; secondsLeft: number } => {
    const now = performance.now();
    if (now >= endsAt) {
      calls.clear();
      endsAt = now + 60_000;
    }
    const number = (calls.get(client) ?? 0) + 1;
    calls.set(client, number);
    return { calls: number, secondsLeft: (endsAt - now) / 1000 };
  };
};

/** Frees the place when the response was sent, or when nobody waits for it any more. */
const freeAtEnd = ({ request, reply, free }: { request: FastifyRequest; reply: FastifyReply; free: () => void }): void => {
  const { socket } = request.raw;
  if (socket.destroyed) {
    free();
    return;
  }
  const end = (): void => {
    reply.raw.off('close', end);
    socket.off('close', end);
    free();
  };
  reply.raw.on('close', end);
  // A response that waits for earlier ones on its connection emits no event when the connection breaks.
  socket.on('close', end);
};

type Options = {
  server: AnyServer;
  service: string;
  /** For tests. */
  calls?: Record<string, CostlyCall>;
  perMinute?: Record<CostlyWork, number>;
};

/** Counts the calls in {@link costlyCalls} before their work, for each network, and lets them wait for a place to work. Guards and validation come before. */
export const limitCostlyCalls = ({ server, service, calls = costlyCalls, perMinute = COSTLY_CALLS_PER_MINUTE }: Options): void => {
  const own = new Map(Object.entries(calls).filter(([, call]) => call.service === service));
  const missing = new Set(own.keys());

  const createGate = (work: CostlyWork): preHandlerHookHandler => {
    const count = createMinuteCount();
    const queue = createFairQueue(QUEUE);
    const enter = async (client: string): Promise<() => void> => {
      const { calls: number, secondsLeft } = count(client);
      if (number > perMinute[work]) throw new AppError('CostlyCallsTooMany', { retryAfterSeconds: secondsLeft });
      return queue.enter(client);
    };
    return (request, reply, done) => {
      enter(networkOf(request.ip)).then(
        (free) => {
          freeAtEnd({ request, reply, free });
          admitted.run(work, done);
        },
        (error) => done(error),
      );
    };
  };

  const gates = new Map([...new Set([...own.values()].map(({ work }) => work))].map((work) => [work, createGate(work)]));

  server.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      // A HEAD request does the same work as a GET.
      const name = `${method === 'HEAD' ? 'GET' : method} ${route.url}`;
      const call = own.get(name);
      const gate = call && gates.get(call.work);
      if (!gate) continue;
      missing.delete(name);
      route.preHandler = [gate, ...[route.preHandler ?? []].flat()];
    }
  });
  server.addHook('onReady', async () => {
    if (missing.size > 0) throw new Error(`${service} has no route for the costly calls ${[...missing].join(', ')}`);
  });
};
