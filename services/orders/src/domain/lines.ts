import { AppError } from '@stagereel/service-kit';
import type { Line, Order, PaidOrder } from './order.ts';

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
