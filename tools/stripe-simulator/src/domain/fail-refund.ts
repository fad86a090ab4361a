import type { Refund } from '../stripe-types.ts';
import type { Deps } from './deps.ts';
import { recordEvent } from './record-event.ts';

/**
 * The bank sends a refund back, maybe weeks after it succeeded: its money is the merchant's again, and the charge counts it no more.
 * False when there is no such refund, or it has failed already. https://docs.stripe.com/refunds#failed-refunds
 */
export function failRefund(deps: Deps, id: string): boolean {
  const refund = deps.tx.get('refunds', id);
  const charge = refund?.charge ? deps.tx.get('charges', refund.charge) : undefined;
  if (!refund || !charge || refund.status !== 'succeeded') return false;
  const failed: Refund = { ...refund, status: 'failed', failure_reason: 'expired_or_canceled_card' };
  deps.tx.put('refunds', failed);
  deps.tx.put('charges', { ...charge, amount_refunded: charge.amount_refunded - refund.amount, refunded: false });
  recordEvent(deps, { type: 'refund.failed', object: failed, previous: { status: refund.status } });
  return true;
}
