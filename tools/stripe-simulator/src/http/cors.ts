import type { FastifyInstance } from 'fastify';

/** Lets pages of any origin call the API without cookies: permissions depend on the key alone. */
export function allowAllOrigins(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
    reply.header('access-control-expose-headers', 'Request-Id, Idempotency-Key, Idempotent-Replayed');
  });
  app.options('/*', (_request, reply) =>
    reply
      .header('access-control-allow-methods', 'GET, POST')
      .header('access-control-allow-headers', 'Authorization, Content-Type, Idempotency-Key, Stripe-Version')
      .header('access-control-max-age', '600')
      .code(204)
      .send(),
  );
}
