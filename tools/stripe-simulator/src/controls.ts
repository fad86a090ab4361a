import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from './context.ts';
import { type FaultInput, type Faults, faultSchema } from './faults.ts';
import { settlePayment } from './payment-intents.ts';
import { closeDispute, type DisputeOutcome, failRefund } from './refunds.ts';
import type { Store } from './store.ts';
import type { WebhookMode, Webhooks } from './webhooks.ts';

export type SettlementMode = 'settle' | 'hold';
export type Controls = ReturnType<typeof createControls>;

type Parts = { store: Store; webhooks: Webhooks; faults: Faults; contextOf: () => Context };

/** Controls for tests and drills, the same in the same process and over `/_simulator/…`. */
export function createControls({ store, webhooks, faults, contextOf }: Parts) {
  let settlement: SettlementMode = 'settle';
  return {
    deliveries: () => store.all('deliveries'),
    setWebhookMode: (mode: WebhookMode) => webhooks.setMode(mode),
    setWebhookUrl: (url: string | null) => webhooks.setUrl(url),
    holdWebhooks: () => webhooks.setMode('hold'),
    releaseWebhooks: () => webhooks.setMode('deliver'),
    /** Sends an event again; false if it has no delivery. */
    resendEvent: (id: string) => webhooks.resend(id),
    /** While settlement is held, payments with good cards stay `processing`; `settle` completes them all, oldest first. */
    setSettlementMode(mode: SettlementMode): void {
      settlement = mode;
      if (mode === 'hold') return;
      for (const intent of store.all('payment_intents').filter(({ status }) => status === 'processing')) {
        const method = store.get('payment_methods', intent.payment_method ?? '');
        if (method) settlePayment(contextOf(), { intent, method });
      }
    },
    isSettlementHeld: () => settlement === 'hold',
    /** Closes the open dispute of a payment; false if none is open. */
    closeDispute: (input: { paymentIntent: string; outcome: DisputeOutcome }) => closeDispute(contextOf(), input),
    /** Makes a succeeded refund fail afterwards; false if it has not succeeded. */
    failRefund: (id: string) => failRefund(contextOf(), id),
    failNext: (fault: FaultInput) => faults.add(faultSchema.parse(fault)),
    clearFaults: () => faults.clear(),
  };
}

const webhookModeSchema = z.strictObject({ mode: z.enum(['deliver', 'hold', 'drop']) });
const disputeOutcomeSchema = z.strictObject({ outcome: z.enum(['won', 'lost']) });
const settlementModeSchema = z.strictObject({ mode: z.enum(['settle', 'hold']) });
type WithId = { Params: { id: string } };

/**
 * Not part of Stripe. They accept JSON only, which a page of another origin cannot send without a preflight request, and there are no CORS
 * headers for them.
 */
export function controlRoutes(app: FastifyInstance, { controls }: { controls: Controls }): void {
  app.setErrorHandler((error, _request, reply) => {
    const isInvalid = error instanceof z.ZodError;
    const message = isInvalid ? z.prettifyError(error) : (error as Error).message;
    return reply.code(isInvalid ? 400 : ((error as { statusCode?: number }).statusCode ?? 500)).send({ message });
  });
  app.get('/deliveries', () => controls.deliveries());
  app.post('/webhooks', async ({ body }, reply) => {
    controls.setWebhookMode(webhookModeSchema.parse(body).mode);
    return reply.send({});
  });
  app.post<WithId>('/events/:id/resend', async ({ params: { id } }, reply) => reply.code(controls.resendEvent(id) ? 202 : 404).send({}));
  app.post('/settlement', async ({ body }, reply) => {
    controls.setSettlementMode(settlementModeSchema.parse(body).mode);
    return reply.send({});
  });
  app.post<WithId>('/payment_intents/:id/close-dispute', async ({ params: { id }, body }, reply) => {
    const isClosed = controls.closeDispute({ paymentIntent: id, ...disputeOutcomeSchema.parse(body) });
    return reply.code(isClosed ? 200 : 404).send({});
  });
  app.post<WithId>('/refunds/:id/fail', async ({ params: { id } }, reply) => reply.code(controls.failRefund(id) ? 200 : 404).send({}));
  app.post('/fail-next', async ({ body }, reply) => {
    controls.failNext(faultSchema.parse(body));
    return reply.send({});
  });
  app.delete('/fail-next', async (_request, reply) => {
    controls.clearFaults();
    return reply.code(204).send();
  });
}
