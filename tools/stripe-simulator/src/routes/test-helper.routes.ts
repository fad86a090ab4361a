import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Controls } from '../controls.ts';
import { disputeOutcomes } from '../domain/disputes.ts';
import { faultSchema } from '../faults.ts';

const webhookModeSchema = z.strictObject({ mode: z.enum(['deliver', 'hold', 'drop']) });
const disputeOutcomeSchema = z.strictObject({ outcome: z.enum(disputeOutcomes) });
const settlementModeSchema = z.strictObject({ mode: z.enum(['settle', 'hold']) });

/**
 * Not part of Stripe: controls that cause failures in tests and drills. They accept JSON only, which a page of another origin cannot
 * send without a preflight request, and there are no CORS headers for them.
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
    return isSent ? reply.code(202).send({ id }) : reply.code(404).send({ message: `Event ${id} has no delivery.` });
  });

  app.post('/settlement', async (request) => {
    const { mode } = settlementModeSchema.parse(request.body);
    await controls.setSettlementMode(mode);
    return { mode };
  });

  app.post<{ Params: { id: string } }>('/payment_intents/:id/close-dispute', async ({ params: { id }, body }, reply) => {
    const { outcome } = disputeOutcomeSchema.parse(body);
    const isClosed = await controls.closeDispute({ paymentIntent: id, outcome });
    return isClosed ? { id, outcome } : reply.code(404).send({ message: `${id} has no open dispute.` });
  });

  app.post<{ Params: { id: string } }>('/refunds/:id/fail', async ({ params: { id } }, reply) => {
    const isFailed = await controls.failRefund(id);
    return isFailed ? { id } : reply.code(404).send({ message: `${id} is not a succeeded refund.` });
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
