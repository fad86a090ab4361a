import type { CustomerLine, SessionUser } from '@stagereel/contracts';
import { normaliseEmail } from '@stagereel/contracts';
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
export type VideoState = { kind: 'download'; url: string } | { kind: 'awaited' } | { kind: 'refunded' };

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

/** Whoever has all their money back has no videos to fetch. */
export const videoStateOf = ({ payment, videoDownloadUrl }: Pick<CustomerLine, 'payment' | 'videoDownloadUrl'>): VideoState => {
  if (payment === 'refunded') return { kind: 'refunded' };
  return videoDownloadUrl === null ? { kind: 'awaited' } : { kind: 'download', url: videoDownloadUrl };
};
