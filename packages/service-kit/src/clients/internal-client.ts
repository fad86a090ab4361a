import type { z } from 'zod';
import { correlationId as currentId } from '../server/correlation.ts';
import { AppError } from '../server/errors.ts';
import { currentTraceparent, inSpan } from '../telemetry/tracing.ts';
import { createServiceAgent } from './service-agent.ts';

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

/** Callers have 15 s for a request, and a GET may be sent twice. Waiting for a service that accepts no connections is a part of it. */
const TIMEOUT_MS = 4000;

const traceHeaders = (): Record<string, string> => {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
};

/** For messages: a query may contain an email address. */
const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');

type Options = {
  baseUrl: string;
  token: string;
  /** How long a request waits for a service that accepts no connections, in ms; 4,000 at most. */
  retryMs?: number;
};

/**
 * Calls another service with the internal token and the current correlation id. Waits up to `retryMs`, at most 4 s, for a service that accepts no
 * connections. A GET that fails is sent once more, to another replica if there is one.
 * @throws AppError ServiceUnavailable when it cannot be reached, no attempt responds within 4 s, or its response does not match the schema
 */
export const createInternalClient = ({ baseUrl, token, retryMs = 0 }: Options): InternalClient => {
  const { origin } = new URL(baseUrl);
  const agent = createServiceAgent({ retryMs: Math.min(retryMs, TIMEOUT_MS) });

  const sendOnce = async ({ method = 'GET', path, body, correlationId = currentId() }: Request<z.ZodType>) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      'x-internal-token': token,
      'x-request-id': correlationId,
      ...traceHeaders(),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    // Redirects are not followed: they would send the internal token to another address.
    const response = await agent.request({ origin, path, method, headers, body: text ?? null, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return { status: response.statusCode, json: await response.body.json() };
  };

  const send = (request: Request<z.ZodType>) => {
    const { method = 'GET', path } = request;
    const [, name = ''] = /^\/internal\/([a-z-]+)/.exec(path) ?? [];
    return inSpan({ name: `${method} /internal/${name}`, kind: 'CLIENT' }, () => sendOnce(request));
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
