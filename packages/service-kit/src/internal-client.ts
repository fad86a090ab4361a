import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { z } from 'zod';
import { correlationId as currentId } from './correlation.ts';
import { AppError } from './errors.ts';
import { createReplicas } from './replicas.ts';
import { TimeoutError } from './retry.ts';
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
/** Closes idle connections after this time. A stopping service closes its connections later, so no request is sent on one that is about to close. */
const CONNECTION_IDLE_MS = 3000;
/** Callers have 10 s for a request, and may need a part of it for the response. */
const MAX_RETRY_MS = 5000;

const traceHeaders = (): Record<string, string> => {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
};

/** For messages: a query may contain an email address. */
const withoutQuery = (path: string): string => path.replace(/\?.*$/, '');

/** Sends the body and reads the whole response. Redirects are not followed: they would send the internal token to another address. */
const exchange = (request: ClientRequest, body: string | undefined): Promise<{ response: IncomingMessage; content: string }> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new TimeoutError(`No response within ${TIMEOUT_MS} ms`);
      // Rejects first, so that the caller gets this error and not the one of the connection that is closed next.
      reject(error);
      request.destroy(error);
    }, TIMEOUT_MS);
    request.once('close', () => clearTimeout(timer));
    request.on('error', reject);
    request.once('response', (response) => {
      let content = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        content += chunk;
      });
      response.on('error', reject);
      response.once('end', () => resolve({ response, content }));
    });
    request.end(body);
  });

type Options = {
  baseUrl: string;
  token: string;
  /** How long a request waits for a service that accepts no connections, in ms; 5,000 at most. */
  retryMs?: number;
};

/**
 * Calls another service with the internal token and the current correlation id. Waits up to `retryMs`, at most 5 s, for a service that accepts no
 * connections. A GET that fails is sent once more, to another replica if there is one. Does not use `fetch`, which needs three times the CPU time.
 * @throws AppError ServiceUnavailable when it cannot be reached, no attempt responds within 4 s, or its response does not match the schema
 */
export const createInternalClient = ({ baseUrl, token, retryMs = 0 }: Options): InternalClient => {
  const { host, protocol } = new URL(baseUrl);
  const { Agent, request: open } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, timeout: CONNECTION_IDLE_MS });
  const replicas = createReplicas({ url: baseUrl, retryMs: Math.min(retryMs, MAX_RETRY_MS) });

  const sendOnce = async ({ method = 'GET', path, body, correlationId = currentId() }: Request<z.ZodType>, origin: string) => {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      host,
      'x-internal-token': token,
      'x-request-id': correlationId,
      ...traceHeaders(),
      ...(text !== undefined && { 'content-type': 'application/json' }),
    };
    const { response, content } = await exchange(open(new URL(path, origin), { method, headers, agent }), text);
    if (response.headers.connection === 'close') replicas.stopping(origin);
    return { status: response.statusCode ?? 0, json: JSON.parse(content) as unknown };
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
