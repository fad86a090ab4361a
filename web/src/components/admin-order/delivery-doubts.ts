import { type DeliveryDoubts, doubtsInFields, isFootagePending } from '@stagereel/contracts';
import type { Delivery } from '../../api/admin-orders.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { OrderGroup } from './order-groups.ts';

/** A delivery that the server wants confirmed. */
export type DoubtfulDelivery = Omit<Delivery, 'confirmedDoubts'> & { doubts: DeliveryDoubts };

/** The delivery doubts that a request was rejected with; null if it failed for another reason. */
export const deliveryDoubtsIn = (error: unknown): DeliveryDoubts | null =>
  error instanceof ApiError && error.code === 'DeliveryDoubtful' ? doubtsInFields(error.fields) : null;

/** The rejected delivery with its doubts; null if it failed for another reason. */
export const doubtfulDelivery = ({ error, delivery }: { error: unknown; delivery: Delivery }): DoubtfulDelivery | null => {
  const doubts = deliveryDoubtsIn(error);
  const { confirmedDoubts: _outdated, ...rejected } = delivery;
  return doubts && { ...rejected, doubts };
};

/** Whether the server is still reading a video's metadata. Until then it rejects every confirmation; the delivery must be retried. */
export const isMetadataPending = (doubts: DeliveryDoubts): boolean => Object.values(doubts).some(isFootagePending);

/** What an admin who has read all of these doubts confirms: exactly these, or nothing while the delivery must be retried. */
export const confirmedDoubtsOf = (doubts: DeliveryDoubts): DeliveryDoubts => (isMetadataPending(doubts) ? {} : doubts);

type Orders = readonly Pick<OrderGroup, 'orderNumber' | 'isHandled'>[];

/** Whether an order is not handled yet: another admin may have delivered it meanwhile. */
export const isUnhandled = ({ orderNumber, groups }: { orderNumber: string; groups: Orders }): boolean =>
  groups.some((group) => group.orderNumber === orderNumber && !group.isHandled);

type Current = { doubtful: DoubtfulDelivery; groups: Orders; urls: Readonly<Record<string, string>> };

/** Whether a doubtful delivery is up to date: its order is not handled yet, and its lines still have the same videos. */
export const isUpToDate = ({ doubtful: { orderNumber, downloadUrls }, groups, urls }: Current): boolean =>
  isUnhandled({ orderNumber, groups }) && Object.entries(downloadUrls).every(([lineId, url]) => urls[lineId]?.trim() === url.trim());
