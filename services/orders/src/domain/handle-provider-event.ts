import { endGivenBackDownloads } from './end-downloads.ts';
import type { OrderStore, ProviderEvent } from './ports.ts';
import { type RecountDeps, recountRefunds } from './recount-refunds.ts';
import { type SettleDeps, settlePayment } from './settle-payment.ts';

type Deps = SettleDeps & RecountDeps & { orders: Pick<OrderStore, 'raiseRefund' | 'noteDispute'> };

/** Does what a verified webhook tells. Repeats and any order of arrival end in the same state; a rejection means that it must come again. */
export const handleProviderEvent = async (deps: Deps, event: ProviderEvent): Promise<void> => {
  const { orders, logger } = deps;
  switch (event.kind) {
    case 'payment-succeeded':
      return settlePayment(deps, { payment: event.payment, by: 'webhook' });
    case 'refunded': {
      const { intentId, refundedAmount } = event;
      const isRaised = await orders.raiseRefund({ intentId, refundedAmount });
      const orderNumber = isRaised ? undefined : await recountRefunds(deps, { intentId });
      logger.warn({ ...event, isKnown: orderNumber !== null }, 'money was given back');
      return endGivenBackDownloads(deps, { intentId });
    }
    case 'refund-failed': {
      const { failure } = event;
      const orderNumber = await recountRefunds(deps, { intentId: failure.intentId, failure });
      logger.error({ ...failure, orderNumber }, 'a refund came back');
      // The sum that was asked for may count a later refund, which nobody has told of yet.
      return endGivenBackDownloads(deps, failure);
    }
    case 'disputed': {
      const isNews = await orders.noteDispute(event);
      logger.error({ ...event, isNews }, 'a payment is disputed, or its dispute has ended');
      return endGivenBackDownloads(deps, event);
    }
    case 'irrelevant':
      logger.debug({ type: event.type }, 'webhook without effect here');
  }
};
