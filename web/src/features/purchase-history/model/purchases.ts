import { type CustomerLine, isMoneyBack, normaliseEmail, type SessionUser } from '@stagereel/contracts';
import { linesByOrder } from '../../../lib/lines-by-order.ts';

/** One order as its customer remembers it. */
export type Purchase = {
  orderNumber: string;
  orderDate: string;
  payment: CustomerLine['payment'];
  /** Yen, tax included, as it was paid. */
  total: number;
  lines: CustomerLine[];
};

/** What a line's cell for the video shows. */
export type VideoState = { kind: 'download'; url: string } | { kind: 'awaited' } | { kind: 'declined' } | { kind: 'refunded' };

/** The lines ordered with the person's own address, as orders; newest first, as they came. */
export const purchasesOf = (lines: readonly CustomerLine[], { email, username }: Pick<SessionUser, 'email' | 'username'>): Purchase[] => {
  const own = [email, username].map(normaliseEmail).filter((name) => name !== '');
  return linesByOrder(lines.filter(({ customerEmail }) => own.includes(normaliseEmail(customerEmail)))).map(({ orderNumber, lines }) => ({
    orderNumber,
    orderDate: lines[0].orderDate,
    payment: lines[0].payment,
    total: lines.reduce((sum, { price }) => sum + price, 0),
    lines,
  }));
};

type VideoFacts = Pick<CustomerLine, 'payment' | 'isDeclined' | 'videoDownloadUrl'>;

/** Whoever has all their money back has no videos to fetch, and nobody waits for one that will not be made. */
export const videoStateOf = ({ payment, isDeclined, videoDownloadUrl }: VideoFacts): VideoState => {
  if (isMoneyBack(payment)) return { kind: 'refunded' };
  if (isDeclined) return { kind: 'declined' };
  return videoDownloadUrl === null ? { kind: 'awaited' } : { kind: 'download', url: videoDownloadUrl };
};
