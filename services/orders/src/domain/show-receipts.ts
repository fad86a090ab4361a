import type { ReceiptState } from '@stagereel/contracts';
import { findReceiptOrder, type ReceiptAccess } from './find-receipt-order.ts';
import { toReceipt } from './receipt.ts';

type Deps = Parameters<typeof findReceiptOrder>[0];

/**
 * What a receipt's form starts from. Looking issues nothing.
 * @throws AppError what findReceiptOrder throws
 */
export const showReceipts = async (deps: Deps, access: ReceiptAccess): Promise<ReceiptState> => {
  const order = await findReceiptOrder(deps, access);
  const latest = order.receipts.at(-1);
  return {
    orderNumber: order.number,
    customerName: order.customerName,
    latest: latest ? toReceipt({ order, receipt: latest, position: order.receipts.length - 1 }) : null,
  };
};
