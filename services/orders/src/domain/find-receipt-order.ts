import { AppError } from '@stagereel/service-kit';
import { findOwnOrder } from './find-own-order.ts';
import { isChargedBack, isMoneyBack, isPaid, type PaidOrder } from './order.ts';
import type { OrderStore } from './ports.ts';
import { type RequirePaidDeps, requirePaid } from './require-paid.ts';

type Deps = RequirePaidDeps & { orders: Pick<OrderStore, 'findByNumber' | 'findByPage'> };

/** How the order was reached: by who has proven its address, or by who has its download page's address. */
export type ReceiptAccess = { emails: readonly string[]; orderNumber: string } | { pageId: string };

/** An expired page is enough: the tax office asks for receipts for years. */
const findByPage = async ({ orders }: Deps, pageId: string): Promise<PaidOrder> => {
  const order = await orders.findByPage(pageId);
  if (!order || !isPaid(order)) throw new AppError('DownloadPageNotFound');
  return order;
};

/**
 * The order whose receipt is wanted.
 * @throws AppError OrderNotFound, PaymentRequired, PaymentPending, DownloadPageNotFound, ReceiptChargedBack, ReceiptRefunded
 */
export const findReceiptOrder = async (deps: Deps, access: ReceiptAccess): Promise<PaidOrder> => {
  const order = 'pageId' in access ? await findByPage(deps, access.pageId) : await requirePaid(deps, await findOwnOrder(deps, access));
  if (isChargedBack(order)) throw new AppError('ReceiptChargedBack');
  if (isMoneyBack(order)) throw new AppError('ReceiptRefunded');
  return order;
};
