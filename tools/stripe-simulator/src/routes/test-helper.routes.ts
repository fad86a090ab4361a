import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../controls.ts';
import { disputeOutcomes } from '../domain/close-dispute.ts';
import { faultSchema } from '../faults.ts';

const webhookModeSchema = z.strictObject({ mode: z.enum(['deliver', 'hold', 'drop']) });
const disputeOutcomeSchema = z.strictObject({ outcome: z.enum(disputeOutcomes) });
const settlementModeSchema = z.strictObject({ mode: z.enum(['settle', 'hold']) });

/**
 * What Stripe does not have: means to bring about, in tests and drills, what goes wrong in real life.
 * They take JSON only, which a foreign page cannot send without being asked first, and answer no cross-origin request.
 */
export function testHelperRoutes(app: FastifyInstance, { controls }: { controls: Controls }): void {
  app.setErrorHandler((error, _request, reply) => {
    const isInvalid = error instanceof z.ZodError;
    const message = isInvalid ? z.prettifyError(error) : (error as Error).message;
    return reply.code(isInvalid ? 400 : ((error as { statusCode?: number }).statusCode ?? 500)).send({ message });
  });

  app.get('/deliveries', () => controls.deliveries());

  app.post('/webhooks', (request) => {
    const { mode } = webhookModeSchema.parse(request.body);
    controls.setWebhookMode(mode);
    return { mode };
  });

  app.post<{ Params: { id: string } }>('/events/:id/resend', async ({ params: { id } }, reply) => {
    const isSent = await controls.resendEvent(id);
    return isSent ? reply.code(202).send({ id }) : reply.code(404).send({ message: `No event ${id} was ever to be sent.` });
  });

  app.post('/settlement', async (request) => {
    const { mode } = settlementModeSchema.parse(request.body);
    await controls.setSettlementMode(mode);
    return { mode };
  });

  app.post<{ Params: { id: string } }>('/payment_intents/:id/close-dispute', async ({ params: { id }, body }, reply) => {
    const { outcome } = disputeOutcomeSchema.parse(body);
    const isClosed = await controls.closeDispute({ paymentIntent: id, outcome });
    return isClosed ? { id, outcome } : reply.code(404).send({ message: `No dispute of ${id} is open.` });
  });

  app.post<{ Params: { id: string } }>('/refunds/:id/fail', async ({ params: { id } }, reply) => {
    const isFailed = await controls.failRefund(id);
    return isFailed ? { id } : reply.code(404).send({ message: `No refund ${id} has succeeded.` });
  });

  app.post('/fail-next', (request) => {
    const fault = faultSchema.parse(request.body);
    controls.failNext(fault);
    return fault;
  });

  app.delete('/fail-next', (_request, reply) => {
    controls.clearFaults();
    return reply.code(204).send();
  });
}
