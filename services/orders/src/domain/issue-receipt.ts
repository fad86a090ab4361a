import { type IssueReceipt, MAX_RECEIPTS, type Receipt, type ShopInfo } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { findReceiptOrder, type ReceiptAccess } from './find-receipt-order.ts';
import type { PaidOrder } from './order.ts';
import type { OrderStore } from './ports.ts';
import { nextReceipt, toReceipt } from './receipt.ts';

type Deps = Parameters<typeof findReceiptOrder>[0] & { orders: Pick<OrderStore, 'addReceipt'>; now: () => Date; shop: ShopInfo };

/** A lost race means that another receipt was issued or money went back: neither happens more often than this. */
const MOST_ATTEMPTS = 2 * MAX_RECEIPTS;

const issuedBefore = ({ order, key }: { order: PaidOrder; key: string }): Receipt | null => {
  const position = order.receipts.findIndex((receipt) => receipt.key === key);
  const receipt = order.receipts[position];
  return receipt ? toReceipt({ order, receipt, position }) : null;
};

/**
 * Issues a receipt over what remains of an order's sum; every one after the first is a reissue. The same key gets the same receipt again.
 * It is added to the order as it was read: were another added or money given back meanwhile, the order is read anew.
 * @throws AppError ReceiptRefundPending, ReceiptLimitReached and what findReceiptOrder throws
 */
export const issueReceipt = async (deps: Deps, { access, request }: { access: ReceiptAccess; request: IssueReceipt }): Promise<Receipt> => {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const order = await findReceiptOrder(deps, access);
    const known = issuedBefore({ order, key: request.key });
    if (known) return known;
    if (order.lines.some(({ declined }) => declined?.refundState === 'pending')) throw new AppError('ReceiptRefundPending');
    const position = order.receipts.length;
    if (position >= MAX_RECEIPTS) throw new AppError('ReceiptLimitReached');
    const receipt = nextReceipt({ order, request, seller: deps.shop.seller, issuedAt: deps.now() });
    if (await deps.orders.addReceipt({ id: order.id, position, receipt })) return toReceipt({ order, receipt, position });
  }
  throw new AppError('Internal', { cause: new Error('a receipt lost every race') });
};
