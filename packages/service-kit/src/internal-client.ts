import type { z } from 'zod';
import { correlationId as currentId } from './correlation.ts';
import { AppError } from './errors.ts';
import { createReplicas } from './replicas.ts';
import { currentTraceparent, inSpan } from './tracing.ts';

type Request<Schema extends z.ZodType> = {
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** The id of the request that caused this one; by default that of the async context. */
  correlationId?: string;
  /** Schema of a 2xx response. */
  schema: Schema;
};
type RefusableRequest<Schema extends z.ZodType, Refusal extends z.ZodType> = Request<Schema> & {
  /** The status with which the other service refuses the request, and the schema of that response. */
  refusal: { status: number; schema: Refusal };
};

export type InternalClient = {
  request: <Schema extends z.ZodType>(request: Request<Schema>) => Promise<z.infer<Schema>>;
  /** Like `request`, but returns a refusal as a result instead of throwing. */
  requestRefusable: <Schema extends z.ZodType, Refusal extends z.ZodType>(
    request: RefusableRequest<Schema, Refusal>,
  ) => Promise<{ response: z.infer<Schema> } | { refused: z.infer<Refusal> }>;
};

const TIMEOUT_MS = 4000;
/** Callers have 10 s for a request, and may need a part of it for the response. */
const MAX_RETRY_MS = 5000;

const traceHeaders = (): Record<string, string> => {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
};

/** For messages: a query may contain an email address. */
const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');

type Options = {
  baseUrl: string;
  token: string;
  /** How long a request waits for a service that accepts no connections, in ms; 5,000 at most. */
  retryMs?: number;
};

/**
 * Calls another service with the internal token and the current correlation id. Waits up to 5 s for a service that accepts no
 * connections. A GET that fails otherwise is retried once, on another replica if there is one.
 * @throws AppError ServiceUnavailable when it cannot be reached, does not respond within 4 s, or its response does not match the schema
 */
export const createInternalClient = ({ baseUrl, token, retryMs = 0 }: Options): InternalClient => {
  const { host } = new URL(baseUrl);
  const replicas = createReplicas({ url: baseUrl, retryMs: Math.min(retryMs, MAX_RETRY_MS) });

  const sendOnce = async ({ method = 'GET', path, body, correlationId = currentId() }: Request<z.ZodType>, origin: string) => {
    const response = await fetch(new URL(path, origin), {
      method,
      // A redirect would send the internal token to another address.
      redirect: 'error',
      headers: {
        host,
        'x-internal-token': token,
        'x-request-id': correlationId,
        ...traceHeaders(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.headers.get('connection') === 'close') replicas.stopping(origin);
    const json: unknown = await response.json();
    return { status: response.status, json };
  };

  const send = (request: Request<z.ZodType>) => {
    const { method = 'GET', path } = request;
    const [, name = ''] = /^\/internal\/([a-z-]+)/.exec(path) ?? [];
    return inSpan({ name: `${method} /internal/${name}`, kind: 'CLIENT' }, () =>
      replicas.send({ attempt: (origin) => sendOnce(request, origin), isRepeatable: () => false }),
    );
  };

  const sendWithRetry = async (request: Request<z.ZodType>) => {
    try {
      return await send(request);
    } catch (error) {
      if (request.method === 'POST') throw error;
      return send(request);
    }
  };

  const requestRefusable: InternalClient['requestRefusable'] = async (request) => {
    try {
      const { status, json } = await sendWithRetry(request);
      if (status === request.refusal.status) return { refused: request.refusal.schema.parse(json) };
      if (status < 200 || status > 299) throw new Error(`${withoutQuery(request.path)} responded with status ${status}`);
      return { response: request.schema.parse(json) };
    } catch (cause) {
      throw new AppError('ServiceUnavailable', { cause });
    }
  };

  return {
    requestRefusable,
    request: async (request) => {
      try {
        const { status, json } = await sendWithRetry(request);
        if (status < 200 || status > 299) throw new Error(`${withoutQuery(request.path)} responded with status ${status}`);
        return request.schema.parse(json);
      } catch (cause) {
        throw new AppError('ServiceUnavailable', { cause });
      }
    },
  };
};
