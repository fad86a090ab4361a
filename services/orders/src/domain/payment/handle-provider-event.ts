import type { OrdersDeps } from '../deps.ts';
import { endDownloadsAfterRefund } from '../download/end-downloads.ts';
import { recountRefunds } from '../refund/recount-refunds.ts';
import type { ProviderEvent } from './payment-provider.ts';
import { settlePayment } from './settle-payment.ts';

type Refunded = Extract<ProviderEvent, { kind: 'refunded' }>;

/** Returns whether the payment belongs to an order of this shop. */
const updateRefundedAmount = async (deps: OrdersDeps, { intentId, refundedAmount }: Refunded): Promise<boolean> =>
  (await deps.orders.raiseRefundedAmount({ intentId, refundedAmount })) || (await recountRefunds(deps, { intentId })) !== null;

/**
 * Applies a verified webhook. Duplicates and any order of arrival lead to the same state. A rejection makes the provider send the webhook again.
 */
export const handleProviderEvent = async (deps: OrdersDeps, event: ProviderEvent): Promise<void> => {
  const { orders, logger } = deps;
  switch (event.kind) {
    case 'payment-succeeded':
      await settlePayment(deps, { payment: event.payment, by: 'webhook' });
      return;
    case 'refunded': {
      const isKnown = await updateRefundedAmount(deps, event);
      logger.warn({ ...event, isKnown }, 'Payment refunded');
      return endDownloadsAfterRefund(deps, event);
    }
    case 'refund-failed': {
      const { failure } = event;
      const orderNumber = await recountRefunds(deps, { intentId: failure.intentId, failure });
      logger.error({ ...failure, orderNumber }, 'Refund failed');
      // The recounted sum may include a later refund whose webhook has not arrived yet.
      return endDownloadsAfterRefund(deps, failure);
    }
    case 'disputed': {
      const isNew = await orders.recordDispute(event);
      logger.error({ ...event, isNew }, 'Payment dispute opened or closed');
      return endDownloadsAfterRefund(deps, event);
    }
    case 'irrelevant':
      logger.debug({ type: event.type }, 'Webhook ignored');
  }
};
