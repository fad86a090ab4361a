import type { OrderStore, ProviderEvent } from './ports.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

type Deps = SettleDeps & { orders: Pick<OrderStore, 'raiseRefund' | 'noteDispute'> };

/** Does what a verified webhook tells. Repeats and any order of arrival end in the same state; a rejection means that it must come again. */
export const handleProviderEvent = async (deps: Deps, event: ProviderEvent): Promise<void> => {
  const { orders, logger } = deps;
  switch (event.kind) {
    case 'payment-succeeded':
      return settlePayment(deps, { payment: event.payment, by: 'webhook' });
    case 'refunded': {
      const isKnown = await orders.raiseRefund({ intentId: event.intentId, refundedAmount: event.refundedAmount });
      logger.warn({ ...event, isKnown }, 'money was given back');
      return;
    }
    case 'disputed': {
      const isNews = await orders.noteDispute(event);
      logger.error({ ...event, isNews }, 'a payment is disputed, or its dispute has ended');
      return;
    }
    case 'irrelevant':
      logger.debug({ type: event.type }, 'webhook without effect here');
  }
};
