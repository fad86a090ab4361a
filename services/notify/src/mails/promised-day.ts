import { formatDate, HOUR } from '@stagereel/contracts';
import { deliveryPromise } from '@stagereel/contracts/delivery-promise';

/** The last day on which an order paid then is promised, and whether that day is over. */
export const promisedDay = ({ paidAt, now }: { paidAt: string; now: Date }) => {
  const { latest } = deliveryPromise(new Date(paidAt));
  // The promise names a day of Japan by its noon.
  const endsAt = latest.getTime() + 12 * HOUR * 1000;
  return { day: formatDate(latest), isOver: now.getTime() >= endsAt };
};
