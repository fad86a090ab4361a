import { type CustomerLine, isFullyRefunded, normaliseEmail, type SessionUser } from '@stagereel/contracts';
import { linesByOrder } from '../../../lib/lines-by-order.ts';

/** One order in the purchase history. */
export type Purchase = {
  orderNumber: string;
  orderDate: string;
  payment: CustomerLine['payment'];
  statusPath: CustomerLine['statusPath'];
  /** The paid amount in yen, including tax. */
  total: number;
  lines: CustomerLine[];
};

/** The content of a line's video cell. */
export type VideoState = { kind: 'download'; url: string } | { kind: 'awaited' } | { kind: 'declined' } | { kind: 'refunded' };

/** The lines that were ordered with the user's own address, grouped by order in the server's sequence, newest first. */
export const purchasesOf = (lines: readonly CustomerLine[], { email, username }: Pick<SessionUser, 'email' | 'username'>): Purchase[] => {
  const own = [email, username].map(normaliseEmail).filter((name) => name !== '');
  return linesByOrder(lines.filter(({ customerEmail }) => own.includes(normaliseEmail(customerEmail)))).map(({ orderNumber, lines }) => ({
    orderNumber,
    orderDate: lines[0].orderDate,
    payment: lines[0].payment,
    statusPath: lines[0].statusPath,
    total: lines.reduce((sum, { price }) => sum + price, 0),
    lines,
  }));
};

type VideoFacts = Pick<CustomerLine, 'payment' | 'isDeclined' | 'videoDownloadUrl'>;

/** A fully refunded order has no videos, and no delivery is expected. */
export const videoStateOf = ({ payment, isDeclined, videoDownloadUrl }: VideoFacts): VideoState => {
  if (isFullyRefunded(payment)) return { kind: 'refunded' };
  if (isDeclined) return { kind: 'declined' };
  return videoDownloadUrl === null ? { kind: 'awaited' } : { kind: 'download', url: videoDownloadUrl };
};
