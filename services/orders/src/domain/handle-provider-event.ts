import type { OrderStore, ProviderEvent } from './ports.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

type Deps = SettleDeps & { orders: Pick<OrderStore, 'raiseRefund' | 'markDisputed'> };

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
      const isKnown = await orders.markDisputed({ intentId: event.intentId, at: event.at });
      logger.error({ ...event, isKnown }, 'a payment is disputed');
      return;
    }
    case 'irrelevant':
      logger.debug({ type: event.type }, 'webhook without effect here');
  }
};
