import { type IssueReceipt, MAX_RECEIPTS, OWNER_RECEIPTS, type Receipt, type ReceiptPageData } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { OrdersDeps } from '../deps.ts';
import { findOwnOrder } from '../order/find-order.ts';
import { isChargedBack, isPaid, isPriceRepaid, type PaidOrder } from '../order/order.ts';
import { requirePaid } from '../payment/settle-payment.ts';
import { nextReceipt, toPrintedReceipt } from './receipt.ts';

/** What gives access to an order's receipts: its verified address, or the id of its download page, which others may know too. */
type ReceiptAccess = { emails: readonly string[] } & ({ orderNumber: string } | { pageId: string });

const isOwner = ({ emails }: ReceiptAccess, order: PaidOrder): boolean => emails.includes(order.email);

/** An expired page gives access too, because receipts are needed for tax returns years later. */
const findByPage = async ({ orders }: OrdersDeps, pageId: string): Promise<PaidOrder> => {
  const order = await orders.findByPage(pageId);
  if (!order || !isPaid(order)) throw new AppError('DownloadPageNotFound');
  return order;
};

/** @throws AppError OrderNotFound, PaymentRequired, PaymentPending, DownloadPageNotFound, ReceiptChargedBack, ReceiptRefunded */
const findReceiptOrder = async (deps: OrdersDeps, access: ReceiptAccess): Promise<PaidOrder> => {
  const order = 'pageId' in access ? await findByPage(deps, access.pageId) : await requirePaid(deps, await findOwnOrder(deps, access));
  if (isChargedBack(order)) throw new AppError('ReceiptChargedBack');
  if (isPriceRepaid(order)) throw new AppError('ReceiptRefunded');
  return order;
};

/**
 * The initial state of the receipt form, with names only for the owner of the order's address. Issues nothing.
 * @throws AppError as findReceiptOrder does
 */
export const showReceipts = async (deps: OrdersDeps, access: ReceiptAccess): Promise<ReceiptPageData> => {
  const order = await findReceiptOrder(deps, access);
  const isIssued = order.receipts.length > 0;
  if (!isOwner(access, order)) return { orderNumber: order.number, customerName: null, latest: null, isIssued };
  const latest = order.receipts.at(-1);
  return {
    orderNumber: order.number,
    customerName: order.customerName,
    isIssued,
    latest: latest ? toPrintedReceipt({ order, receipt: latest, position: order.receipts.length - 1 }) : null,
  };
};

/** A failed attempt means that another receipt or a refund was written; each order has a limited number of those. */
const MAX_ATTEMPTS = 2 * MAX_RECEIPTS;

const findIssued = ({ order, key }: { order: PaidOrder; key: string }): Receipt | null => {
  const position = order.receipts.findIndex((receipt) => receipt.key === key);
  const receipt = order.receipts[position];
  return receipt ? toPrintedReceipt({ order, receipt, position }) : null;
};

/**
 * Issues a receipt for the order's total minus refunds; every one after the first is a reissue. The same key returns the same receipt. If
 * another receipt or a refund is written concurrently, the order is read again.
 * @throws AppError ReceiptRefundPending, ReceiptLimitReached, ReceiptLimitByLink, and as findReceiptOrder does
 */
export const issueReceipt = async (
  deps: OrdersDeps,
  { access, request }: { access: ReceiptAccess; request: IssueReceipt },
): Promise<Receipt> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const order = await findReceiptOrder(deps, access);
    const issued = findIssued({ order, key: request.key });
    if (issued) return issued;
    if (order.lines.some(({ declined }) => declined?.refundState === 'pending')) throw new AppError('ReceiptRefundPending');
    const position = order.receipts.length;
    if (position >= MAX_RECEIPTS) throw new AppError('ReceiptLimitReached');
    if (position >= MAX_RECEIPTS - OWNER_RECEIPTS && !isOwner(access, order)) throw new AppError('ReceiptLimitByLink');
    const receipt = nextReceipt({ order, request, seller: deps.shop.seller, issuedAt: deps.now() });
    if (await deps.orders.addReceipt({ id: order.id, position, receipt })) return toPrintedReceipt({ order, receipt, position });
  }
  throw new AppError('Internal', { cause: new Error(`Receipt could not be added in ${MAX_ATTEMPTS} attempts`) });
};
