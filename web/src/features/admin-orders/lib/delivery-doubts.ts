import { type DeliveryDoubts, doubtsInFields, isFootagePending } from '@stagereel/contracts';
import { ApiError } from '../../../lib/api-error.ts';
import type { Delivery } from '../api/deliver-order.ts';
import type { OrderGroup } from './order-groups.ts';

/** A delivery that the server wants confirmed, and by line id what it finds doubtful. */
export type DoubtfulDelivery = Pick<Delivery, 'orderNumber' | 'downloadUrls'> & { doubts: DeliveryDoubts };

/** What was doubtful about a delivery that was refused; null where it failed for another reason. */
export const doubtfulDelivery = ({ error, delivery }: { error: unknown; delivery: Delivery }): DoubtfulDelivery | null => {
  const doubts = doubtsOf(error);
  const { orderNumber, downloadUrls } = delivery;
  return doubts && { orderNumber, downloadUrls, doubts };
};

/** By line id; null where a request failed for another reason. */
export const doubtsOf = (error: unknown): DeliveryDoubts | null =>
  error instanceof ApiError && error.code === 'DeliveryDoubtful' ? doubtsInFields(error.fields) : null;

/** Whether the server is still reading a video. It refuses until then whatever is confirmed; the same is to be asked again. */
export const isStillRead = (doubts: DeliveryDoubts): boolean => Object.values(doubts).some(isFootagePending);

/**
 * What an admin confirms who has read all of these and goes on: exactly these, and nothing while some are to be asked again. The videos
 * they are about go along with them.
 */
export const confirmedBy = (doubts: DeliveryDoubts): DeliveryDoubts => (isStillRead(doubts) ? {} : doubts);

type Wait = { orderNumber: string; groups: readonly Pick<OrderGroup, 'orderNumber' | 'isHandled'>[] };

/** Whether an order is still to be delivered: somebody else may have done it meanwhile. */
export const isWaiting = ({ orderNumber, groups }: Wait): boolean =>
  groups.some((group) => group.orderNumber === orderNumber && !group.isHandled);

type Question = Pick<Wait, 'groups'> & { doubtful: DoubtfulDelivery; urls: Readonly<Record<string, string>> };

/** Whether a doubtful delivery is still what the admin would deliver: its order waits, and the same videos lie on the desk. */
export const isStillMeant = ({ doubtful: { orderNumber, downloadUrls }, groups, urls }: Question): boolean =>
  isWaiting({ orderNumber, groups }) && Object.entries(downloadUrls).every(([lineId, url]) => urls[lineId]?.trim() === url.trim());
