import type { RefundState } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { Declined, Line, Order, PaidOrder } from './order.ts';

/** @throws AppError OrderNotFound */
export const lineOf = (order: Order, lineNumber: string): Line => {
  const line = order.lines.find(({ number }) => number === lineNumber);
  if (!line) throw new AppError('OrderNotFound');
  return line;
};

/** The order with one line in the place of the one of its number. */
export const withLine = (order: PaidOrder, line: Line): PaidOrder => ({
  ...order,
  lines: order.lines.map((other) => (other.number === line.number ? line : other)),
});

/** The line with nothing claimed of it; that it was downloaded once stays known. */
export const withoutClaim = (line: Line, now: Date): Line => (line.claim ? { ...line, claim: null, reArmedAt: now } : line);

type NewRefundState = { order: PaidOrder; line: Line; declined: Declined; refundState: RefundState };

/** The order once something became of a line's refund; while none is on its way, none is looked after. */
export const withRefundState = ({ order, line, declined, refundState }: NewRefundState): PaidOrder => {
  const changed = withLine(order, { ...line, declined: { ...declined, refundState } });
  const isOneOnItsWay = changed.lines.some((other) => other.declined?.refundState === 'pending');
  return { ...changed, payment: { ...order.payment, refundCheckAt: isOneOnItsWay ? order.payment.refundCheckAt : null } };
};
