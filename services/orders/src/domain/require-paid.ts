import { AppError, isAppError } from '@stagereel/service-kit';
import { isPaid, type Order, type PaidOrder } from './order.ts';
import type { PaymentLimits } from './ports.ts';
import { type RefreshDeps, refreshPayment } from './refresh-payment.ts';

export type RequirePaidDeps = RefreshDeps & { limits: Pick<PaymentLimits, 'ask'> };

const ASK_AGAIN_SECONDS = 3;

/**
 * The order once it is paid, asking the provider where the client came before the webhook. While the outcome is unclear, also because the
 * provider does not answer or was asked too often, the refusal says so and never that the payment failed.
 * @throws AppError PaymentRequired, PaymentPending
 */
export const requirePaid = async (deps: RequirePaidDeps, order: Order): Promise<PaidOrder> => {
  if (isPaid(order)) return order;
  const pending = ({ cause, retryAfterSeconds = ASK_AGAIN_SECONDS }: { cause?: unknown; retryAfterSeconds?: number } = {}): AppError =>
    new AppError('PaymentPending', { details: { orderNumber: order.number }, retryAfterSeconds, cause });
  if (order.payment.state === 'flagged') throw pending();
  const retryAfterSeconds = await deps.limits.ask(order.email);
  if (retryAfterSeconds !== null) throw pending({ retryAfterSeconds });
  const { order: current, payment } = await refreshPayment(deps, { order, by: 'client' }).catch((error: unknown) => {
    throw isAppError(error, 'PaymentUnavailable') ? pending({ cause: error }) : error;
  });
  if (isPaid(current)) return current;
  if (current.payment.state === 'flagged' || payment?.status === 'unclear') throw pending();
  throw new AppError('PaymentRequired', { details: { orderNumber: order.number } });
};
