import type { FastifyInstance } from 'fastify';
import type { Store } from '../store.ts';

/** `/healthz`: the process responds. `/readyz`: it can also store changes. */
export function healthRoutes(app: FastifyInstance, { store }: { store: Store }): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', (_request, reply) => {
    const failure = store.failure();
    return failure ? reply.code(503).send({ status: 'unavailable', missing: ['payments'], reason: failure.message }) : { status: 'ready' };
  });
}
