import type { z } from 'zod';
import { correlationId } from './correlation.ts';
import { AppError } from './errors.ts';

type Request<Answer extends z.ZodType> = {
  method?: 'GET' | 'POST';
  path: string;
  body?: unknown;
  /** The shape of a 2xx answer. */
  answer: Answer;
};
type Refusable<Answer extends z.ZodType, Refusal extends z.ZodType> = Request<Answer> & {
  /** The status by which the other service says no, and what it then says. */
  refusal: { status: number; schema: Refusal };
};
export type Refused<Refusal> = { refused: Refusal };

export type InternalClient = {
  request: <Answer extends z.ZodType>(request: Request<Answer>) => Promise<z.infer<Answer>>;
  /** Like request, where a no is an answer too. */
  ask: <Answer extends z.ZodType, Refusal extends z.ZodType>(
    request: Refusable<Answer, Refusal>,
  ) => Promise<{ answer: z.infer<Answer> } | { refused: z.infer<Refusal> }>;
};

const TIMEOUT_MS = 4000;

/**
 * Calls another service, with the internal token and the request's correlation id. A GET is tried twice.
 * @throws AppError ServiceUnavailable when it cannot be reached, does not answer in 4 s, or breaks its contract
 */
export const createInternalClient = ({ baseUrl, token }: { baseUrl: string; token: string }): InternalClient => {
  const send = async ({ method = 'GET', path, body }: Request<z.ZodType>): Promise<{ status: number; json: unknown }> => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      headers: {
        'x-internal-token': token,
        'x-request-id': correlationId(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return { status: response.status, json: await response.json() };
  };

  const sendTwice = async (request: Request<z.ZodType>) => {
    try {
      return await send(request);
    } catch (error) {
      if (request.method === 'POST') throw error;
      return send(request);
    }
  };

  const ask: InternalClient['ask'] = async (request) => {
    try {
      const { status, json } = await sendTwice(request);
      if (status === request.refusal.status) return { refused: request.refusal.schema.parse(json) };
      if (status < 200 || status > 299) throw new Error(`${request.path} answered ${status}`);
      return { answer: request.answer.parse(json) };
    } catch (cause) {
      throw new AppError('ServiceUnavailable', { cause });
    }
  };

  return {
    ask,
    request: async (request) => {
      try {
        const { status, json } = await sendTwice(request);
        if (status < 200 || status > 299) throw new Error(`${request.path} answered ${status}`);
        return request.answer.parse(json);
      } catch (cause) {
        throw new AppError('ServiceUnavailable', { cause });
      }
    },
  };
};
