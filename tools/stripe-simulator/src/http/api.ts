import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import { ApiError, forbidden, invalidRequest } from '../domain/api-error.ts';
import type { Deps } from '../domain/deps.ts';
import { expand } from '../domain/expand.ts';
import type { Idempotency } from '../domain/idempotency.ts';
import { parseParams } from '../domain/parse-params.ts';
import { publicView } from '../domain/payment-intent-view.ts';
import { type Faults, HangUp } from '../faults.ts';
import { type Form, parseForm } from '../form.ts';
import type { Language } from '../rows.ts';
import type { Store, Transaction } from '../store.ts';
import type { PaymentIntent } from '../stripe-types.ts';
import { type Caller, identifyCaller } from './caller.ts';

export type Answer = { status: number; body: unknown };

/** A checked request: `id` is the one in the address. */
export type Call<P> = { id: string; params: P; caller: Caller; language: Language };

export type Operation<S extends z.ZodType> = {
  schema: S;
  /** Whether a publishable key will do. */
  isBrowserAllowed?: boolean;
  run: (deps: Deps, call: Call<z.output<S>>) => Answer;
};

export type Api = {
  /** A handler that only looks. */
  read<S extends z.ZodType>(operation: Operation<S>): RouteHandlerMethod;
  /** A handler that changes something, once for each idempotency key. */
  write<S extends z.ZodType>(operation: Operation<S>): RouteHandlerMethod;
};

export type ApiDeps = {
  store: Store;
  idempotency: Idempotency;
  faults: Faults;
  keys: { secretKey: string; publishableKey: string };
  /** The use cases' surroundings for one step of one request. */
  depsFor: (input: { tx: Transaction; request: FastifyRequest }) => Deps;
};

export const ok = (body: unknown): Answer => ({ status: 200, body });

/** The frame around every call of the API: key, parameters, faults, idempotency, expansion, and one step that is wholly on disk before it is told. */
export function createApi(api: ApiDeps): Api {
  const prepare = <S extends z.ZodType>(operation: Operation<S>, request: FastifyRequest) => {
    const form = formOf(request);
    const caller = identifyCaller(api.keys, { authorization: request.headers.authorization, form });
    if (caller === 'publishable' && !operation.isBrowserAllowed) {
      throw forbidden({
        code: 'secret_key_required',
        message: 'This API call cannot be made with a publishable API key. Please use a secret API key.',
      });
    }
    const { key: _, expand: paths, ...params } = form;
    const call: Call<z.output<S>> = {
      id: idOf(request),
      params: parseParams(operation.schema, params),
      caller,
      language: languageOf(request),
    };
    const perform = (tx: Transaction): Answer => {
      const answer = operation.run(api.depsFor({ tx, request }), call);
      const body = viewFor(caller, answer.body);
      return { ...answer, body: answer.status === 200 ? expand({ tx }, { body, paths: pathsOf(paths) }) : body };
    };
    return { caller, params, perform };
  };

  return {
    read: (operation) => (request, reply) =>
      answering(reply, () => {
        const { perform } = prepare(operation, request);
        return api.faults.guard(targetOf(request), async () => {
          const answer = perform(api.store.begin());
          await api.store.settled();
          return answer;
        });
      }),

    write: (operation) => (request, reply) =>
      answering(reply, async () => {
        const { caller, params, perform } = prepare(operation, request);
        const key = keyOf(request);
        if (!key) return api.faults.guard(targetOf(request), () => once({ store: api.store, caller, perform }));
        reply.header('idempotency-key', key);
        const claim = api.idempotency.claim({ key, caller, ...targetOf(request), params });
        try {
          if (claim.earlier) reply.header('idempotent-replayed', 'true');
          const { earlier } = claim;
          return await api.faults.guard(targetOf(request), () =>
            earlier ? Promise.resolve(earlier) : once({ store: api.store, caller, perform, remember: claim.remember }),
          );
        } finally {
          claim.release();
        }
      }),
  };
}

type Once = {
  store: Store;
  caller: Caller;
  perform: (tx: Transaction) => Answer;
  remember?: (tx: Transaction, answer: Answer) => void;
};

/** Performs an operation as one step together with the memory of its answer. Of a refused operation only the memory stays. */
async function once({ store, caller, perform, remember }: Once): Promise<Answer> {
  let tx = store.begin();
  let answer: Answer;
  try {
    answer = perform(tx);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tx = store.begin();
    answer = { status: error.status, body: viewFor(caller, { error: error.body }) };
  }
  remember?.(tx, answer);
  await tx.commit();
  return answer;
}

async function answering(reply: FastifyReply, act: () => Promise<Answer>): Promise<unknown> {
  try {
    const { status, body } = await act();
    return reply.code(status).send(body);
  } catch (error) {
    if (!(error instanceof HangUp)) throw error;
    reply.hijack();
    reply.raw.destroy();
    return reply;
  }
}

function viewFor(caller: Caller, body: unknown): unknown {
  if (caller === 'secret' || typeof body !== 'object' || body === null) return body;
  if ('object' in body && body.object === 'payment_intent') return publicView(body as PaymentIntent);
  if (!('error' in body)) return body;
  const { payment_intent: intent, charge: _, ...error } = body.error as { payment_intent?: PaymentIntent; charge?: string };
  return { error: { ...error, ...(intent && { payment_intent: publicView(intent) }) } };
}

const targetOf = (request: FastifyRequest) => ({ method: request.method, path: request.url.split('?')[0] ?? '' });
const idOf = (request: FastifyRequest) => (request.params as { id?: string }).id ?? '';
const languageOf = (request: FastifyRequest): Language => (/^\s*ja\b/i.test(request.headers['accept-language'] ?? '') ? 'ja' : 'en');

function keyOf(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  return typeof header === 'string' && header !== '' ? header : undefined;
}

/** The parameters of the address and of the body together; the body's win. */
function formOf(request: FastifyRequest): Form {
  const [, query = ''] = request.url.split('?', 2);
  return { ...parseForm(query), ...((request.body as Form | undefined) ?? {}) };
}

function pathsOf(value: Form[string] | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((path) => typeof path === 'string')) return value;
  throw invalidRequest({ param: 'expand', message: 'Invalid expand: must be a list of property names.' });
}
