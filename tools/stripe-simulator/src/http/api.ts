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

export type ApiResponse = { status: number; body: unknown };

/** A checked request: `id` is the one in the address. */
export type Call<P> = { id: string; params: P; caller: Caller; language: Language };

export type Operation<S extends z.ZodType> = {
  schema: S;
  /** Whether a publishable key is sufficient. */
  isBrowserAllowed?: boolean;
  run: (deps: Deps, call: Call<z.output<S>>) => ApiResponse;
};

export type Api = {
  /** A handler without side effects. */
  read<S extends z.ZodType>(operation: Operation<S>): RouteHandlerMethod;
  /** A handler with side effects, which happen once for each idempotency key. */
  write<S extends z.ZodType>(operation: Operation<S>): RouteHandlerMethod;
};

export type ApiDeps = {
  store: Store;
  idempotency: Idempotency;
  faults: Faults;
  keys: { secretKey: string; publishableKey: string };
  /** The dependencies of the use cases for one step of one request. */
  depsFor: (input: { tx: Transaction; request: FastifyRequest }) => Deps;
};

export const ok = (body: unknown): ApiResponse => ({ status: 200, body });

/** Common to all API calls: key, parameters, faults, idempotency, expansion, and one atomic step. */
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
    const perform = (tx: Transaction): ApiResponse => {
      const response = operation.run(api.depsFor({ tx, request }), call);
      const body = viewFor(caller, response.body);
      return { ...response, body: response.status === 200 ? expand({ tx }, { body, paths: pathsOf(paths) }) : body };
    };
    return { caller, params, perform };
  };

  return {
    read: (operation) => (request, reply) =>
      respond(reply, () => {
        const { perform } = prepare(operation, request);
        return api.faults.guard(targetOf(request), async () => perform(api.store.begin()));
      }),

    write: (operation) => (request, reply) =>
      respond(reply, async () => {
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
  perform: (tx: Transaction) => ApiResponse;
  remember?: (tx: Transaction, response: ApiResponse) => void;
};

/** Performs an operation and remembers its response in one atomic step. Of a refused operation only the response is stored. */
async function once({ store, caller, perform, remember }: Once): Promise<ApiResponse> {
  let tx = store.begin();
  let response: ApiResponse;
  try {
    response = perform(tx);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    tx = store.begin();
    response = { status: error.status, body: viewFor(caller, { error: error.body }) };
  }
  remember?.(tx, response);
  tx.commit();
  return response;
}

async function respond(reply: FastifyReply, getResponse: () => Promise<ApiResponse>): Promise<unknown> {
  try {
    const { status, body } = await getResponse();
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

/** The parameters of the query and the body; the body has priority. */
function formOf(request: FastifyRequest): Form {
  const [, query = ''] = request.url.split('?', 2);
  return { ...parseForm(query), ...((request.body as Form | undefined) ?? {}) };
}

function pathsOf(value: Form[string] | undefined): string[] {
  if (value === undefined) return [];
  if (Array.isArray(value) && value.every((path) => typeof path === 'string')) return value;
  throw invalidRequest({ param: 'expand', message: 'Invalid expand: must be a list of property names.' });
}
