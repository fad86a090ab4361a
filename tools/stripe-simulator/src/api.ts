import { createHmac } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { z } from 'zod';
import { ApiError, invalidRequest, resourceMissing } from './api-error.ts';
import type { Context } from './context.ts';
import { type Faults, HangUp } from './faults.ts';
import { type Form, parseForm } from './form.ts';
import { type ListParams, parseParams } from './params.ts';
import type { Store, TableName } from './store.ts';
import type { PaymentIntent, StoredResponse } from './stripe-types.ts';

export type ApiResponse = { status: number; body: unknown };
/** A checked request: `id` is the one in the address. */
export type Call<Params> = { id: string; params: Params };

type Operation<S extends z.ZodType> = {
  schema: S;
  /** Whether a publishable key is sufficient, with the client secret of the payment. */
  isBrowserAllowed?: boolean;
  run: (context: Context, call: Call<z.output<S>>) => unknown;
};

type ApiDeps = {
  store: Store;
  faults: Faults;
  now: () => Date;
  keys: { secretKey: string; publishableKey: string };
  contextOf: (request: FastifyRequest) => Context;
};
type Caller = 'secret' | 'publishable';

/** A key is remembered for a day: https://docs.stripe.com/api/idempotent_requests */
const KEY_LIFETIME_MS = 86_400_000;
const MAX_KEY_LENGTH = 255;

/** Returns the function that makes a handler of an operation, with what all API calls have: key, parameters, faults, idempotency and expansion. */
export function createApi({ store, faults, now, keys, contextOf }: ApiDeps) {
  const inProgress = new Set<string>();

  return <S extends z.ZodType>({ schema, isBrowserAllowed, run }: Operation<S>): RouteHandlerMethod =>
    (request, reply) => {
      const path = request.url.split('?')[0] ?? '';
      const body = typeof request.body === 'string' ? request.body : '';
      const form = { ...parseForm(request.url.slice(path.length + 1)), ...parseForm(body) };
      const caller = callerOf(keys, { authorization: request.headers.authorization, form });
      const { key: _, expand, ...given } = form;
      if (caller === 'publishable') {
        if (!isBrowserAllowed) throw invalidRequest({ code: 'secret_key_required', message: 'This call needs a secret API key.' }, 403);
        if (!given['client_secret']) throw invalidRequest({ param: 'client_secret', message: 'Missing required param: client_secret.' });
      }
      const fields = expandedFields({ expand, caller });
      const { id = '' } = request.params as { id?: string };
      const call = { id, params: parseParams(schema, given) };
      const perform = (): ApiResponse => {
        const { status, body: result } = responseOf(() => run(contextOf(request), call), request.method);
        return { status, body: viewFor(caller, status === 200 ? expandFields({ store, body: result, fields }) : result) };
      };
      const target = { method: request.method, path };
      if (request.method === 'GET') return respond(reply, () => faults.guard(target, async () => perform()));

      const key = request.headers['idempotency-key']?.toString();
      if (!key) return respond(reply, () => faults.guard(target, async () => perform()));
      if (key.length > MAX_KEY_LENGTH) throw invalidRequest({ message: `An idempotency key has at most ${MAX_KEY_LENGTH} characters.` });
      const answerId = `${caller}:${key}`;
      // Keyed, so that a card number cannot be guessed from the stored data. The order of the parameters does not matter.
      const content = JSON.stringify([target, [...new URLSearchParams(body)].sort()]);
      const fingerprint = createHmac('sha256', keys.secretKey).update(content).digest('base64url');
      if (inProgress.has(answerId)) throw idempotencyError(409, 'Another request with this idempotency key is still in progress.');
      const earlier = findAnswer({ store, id: answerId, now: now().getTime() });
      if (earlier && earlier.fingerprint !== fingerprint) throw idempotencyError(400, `The key ${key} was used for another request.`);
      reply.header('idempotency-key', key);
      if (earlier) reply.header('idempotent-replayed', 'true');
      const performOnce = async (): Promise<ApiResponse> => {
        if (earlier) return earlier;
        const response = perform();
        store.put('answers', { id: answerId, fingerprint, ...response, expiresAt: now().getTime() + KEY_LIFETIME_MS });
        return response;
      };
      inProgress.add(answerId);
      return respond(reply, () => faults.guard(target, performOnce)).finally(() => inProgress.delete(answerId));
    };
}

const idempotencyError = (status: 400 | 409, message: string) =>
  new ApiError(status, { type: 'idempotency_error', message, ...(status === 409 && { code: 'idempotency_key_in_use' }) });

function findAnswer({ store, id, now }: { store: Store; id: string; now: number }): StoredResponse | undefined {
  const answer = store.get('answers', id);
  return answer && answer.expiresAt > now ? answer : undefined;
}

/** A refusal is a response too, which a key keeps. A declined card leads to a 402 that contains the payment after the attempt. */
function responseOf(run: () => unknown, method: string): ApiResponse {
  try {
    const body = run();
    const intent = body as PaymentIntent;
    const isDeclined = method === 'POST' && intent.object === 'payment_intent' && intent.last_payment_error;
    return isDeclined ? { status: 402, body: { error: { ...intent.last_payment_error, payment_intent: intent } } } : { status: 200, body };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, body: { error: error.body } };
  }
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

/**
 * Identifies the caller by the key in the `Authorization` header (Bearer, or Basic with the key as the user name) or in the form field
 * `key`, which Stripe's script in the browser sends. Throws a 401.
 */
function callerOf({ secretKey, publishableKey }: ApiDeps['keys'], { authorization, form }: { authorization?: string; form: Form }): Caller {
  const [scheme = '', credentials = ''] = authorization?.split(' ') ?? [];
  const key = /^basic$/i.test(scheme) ? Buffer.from(credentials, 'base64').toString().split(':')[0] : credentials || form['key'];
  if (key === secretKey) return 'secret';
  if (key === publishableKey) return 'publishable';
  throw invalidRequest({ message: key ? 'Invalid API Key provided.' : 'You did not provide an API key.' }, 401);
}

/** Browsers do not see data of the merchant. https://docs.stripe.com/api/payment_intents/retrieve */
const HIDDEN: readonly (keyof PaymentIntent)[] = ['allowed_payment_method_types', 'amount_received', 'latest_charge', 'metadata'];

function viewFor(caller: Caller, body: unknown): unknown {
  if (caller === 'secret') return body;
  const isHidden = (name: string) => HIDDEN.includes(name as keyof PaymentIntent) || name === 'charge';
  return JSON.parse(JSON.stringify(body, (name, value) => (isHidden(name) ? undefined : value)));
}

/** The references that the shop expands, and their tables. https://docs.stripe.com/expand */
const EXPANDABLE: Record<string, TableName> = { charge: 'charges', latest_charge: 'charges' };

/** `data.charge` means the charge of each object of a list. */
function expandedFields({ expand = [], caller }: { expand: Form[string] | undefined; caller: Caller }): string[] {
  const paths = [expand].flat();
  const fields = paths.map((path) => String(path).replace(/^data\./, ''));
  const isAllowed = caller === 'secret' && fields.every((field) => field in EXPANDABLE);
  if (paths.length > 0 && !isAllowed) throw invalidRequest({ param: 'expand', message: `This property cannot be expanded (${paths}).` });
  return fields;
}

type Row = Record<string, unknown>;

function expandFields({ store, body, fields }: { store: Store; body: unknown; fields: string[] }): unknown {
  const expandRow = (row: Row): Row => ({
    ...row,
    ...Object.fromEntries(fields.map((field) => [field, store.get(EXPANDABLE[field] as TableName, String(row[field])) ?? null])),
  });
  const { data } = body as { data?: Row[] };
  return data ? { ...(body as Row), data: data.map(expandRow) } : expandRow(body as Row);
}

/** One page of `rows`, which are ordered oldest first and returned newest first. Throws a 400 when the cursor is not an id of this list. */
export function listPage<T extends { id: string; created: number; payment_intent?: unknown; type?: unknown }>(
  rows: T[],
  { params: { created, limit, payment_intent, starting_after, type }, url }: { params: ListParams; url: string },
) {
  const matching = rows
    .filter((row) => row.created >= (created?.gte ?? 0) && row.payment_intent === (payment_intent ?? row.payment_intent))
    .filter((row) => row.type === (type ?? row.type))
    .reverse();
  const last = matching.findIndex(({ id }) => id === starting_after);
  if (starting_after && last === -1) throw resourceMissing({ noun: 'object', id: starting_after, param: 'starting_after', status: 400 });
  const data = matching.slice(last + 1, last + 1 + limit);
  return { object: 'list', data, has_more: last + 1 + data.length < matching.length, url };
}

/** Sends every error of the API in Stripe's format, `{error: {type, message, …}}`, and lets pages of any origin call it: permissions depend on the key alone. */
export function useStripeFormat(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.body });
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(400).send({ error: { type: 'invalid_request_error', message: `Invalid request: ${error.message}` } });
    }
    request.log.error(error);
    return reply.code(500).send({ error: { type: 'api_error', message: 'Something went wrong in the simulator.' } });
  });
  app.setNotFoundHandler((request, reply) => {
    const message = `Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`;
    return reply.code(404).send({ error: { type: 'invalid_request_error', message } });
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
  });
  app.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version')
      .code(204)
      .send(),
  );
}
