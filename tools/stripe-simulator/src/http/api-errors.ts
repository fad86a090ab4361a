import type { FastifyError, FastifyInstance } from 'fastify';
import { ApiError, type ApiErrorBody } from '../domain/api-error.ts';

/** Sends every error of the API in Stripe's format, `{error: {type, message, …}}`. */
export function useStripeErrors(app: FastifyInstance): void {
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    if (error instanceof ApiError) return reply.code(error.status).send({ error: error.body });
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply.code(error.statusCode === 413 ? 413 : 400).send({ error: envelope(`Invalid request: ${error.message}`) });
    }
    request.log.error(error);
    return reply.code(500).send({ error: { type: 'api_error', message: 'Something went wrong in the simulator.' } satisfies ApiErrorBody });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({ error: envelope(`Unrecognized request URL (${request.method}: ${request.url.split('?')[0]}).`) }),
  );
}

const envelope = (message: string): ApiErrorBody => ({ type: 'invalid_request_error', message });
