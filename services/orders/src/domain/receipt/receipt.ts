import { type IssueReceipt, includedTax, type Receipt, type Seller, TAX_RATE_PERCENT } from '@stagereel/contracts';
import type { IssuedReceipt, PaidOrder } from '../order/order.ts';

type Draft = { order: PaidOrder; request: IssueReceipt; seller: Seller; issuedAt: Date };

/** The next receipt of an order, for its total minus refunds. */
export const nextReceipt = ({ order, request, seller, issuedAt }: Draft): IssuedReceipt => {
  const { refundedAmount } = order.payment;
  const total = order.total - refundedAmount;
  return {
    key: request.key,
    number: `${order.number}-R${order.receipts.length + 1}`,
    issuedAt,
    addressee: request.addressee,
    honorific: request.honorific,
    proviso: request.proviso,
    refundedAmount,
    total,
    taxRatePercent: TAX_RATE_PERCENT,
    taxAmount: includedTax(total),
    seller,
  };
};

/** A receipt as it is printed. `position` is its index among the order's receipts, from 0. */
export const toPrintedReceipt = ({ order, receipt, position }: { order: PaidOrder; receipt: IssuedReceipt; position: number }): Receipt => {
  const { key: _key, number, issuedAt, ...fields } = receipt;
  return {
    ...fields,
    receiptNumber: number,
    orderNumber: order.number,
    issuedAt: issuedAt.toISOString(),
    paidAt: order.payment.paidAt.toISOString(),
    isReissue: position > 0,
    lines: order.lines.map((line) => ({
      number: line.number,
      contestName: line.contestName,
      category: line.category,
      athleteNumber: line.athleteNumber,
      style: line.style,
      price: line.price,
    })),
  };
};
