import holidays from '@holiday-jp/holiday_jp';
import { DELIVERY_BUSINESS_DAYS, HOUR } from '../constants.ts';
import { japaneseDay } from './format.ts';

/** A day of the Japanese calendar, `YYYY-MM-DD`. */
type JapaneseDay = string;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Noon in Japan, so that the day is the same when it is formatted in Asia/Tokyo. */
const noonOf = (day: JapaneseDay): Date => new Date(`${day}T12:00:00+09:00`);
const nextDay = (day: JapaneseDay): JapaneseDay => japaneseDay(new Date(noonOf(day).getTime() + DAY_MS));

/** 29 December to 3 January: offices are closed, although most of these days are not public holidays. */
const isNewYearBreak = (day: JapaneseDay): boolean => {
  const monthDay = day.slice(5);
  return monthDay >= '12-29' || monthDay <= '01-03';
};

const isBusinessDay = (day: JapaneseDay): boolean => {
  const weekday = noonOf(day).getUTCDay();
  if (weekday === 0 || weekday === 6 || isNewYearBreak(day)) return false;
  return !Object.hasOwn(holidays.holidays, day);
};

const businessDaysAfter = (from: JapaneseDay, count: number): JapaneseDay => {
  let day = from;
  for (let left = count; left > 0; ) {
    day = nextDay(day);
    if (isBusinessDay(day)) left -= 1;
  }
  return day;
};

export type DeliveryPromise = { earliest: Date; latest: Date };

const promiseOf = (orderDay: JapaneseDay): DeliveryPromise => ({
  earliest: noonOf(businessDaysAfter(orderDay, DELIVERY_BUSINESS_DAYS.min)),
  latest: noonOf(businessDaysAfter(orderDay, DELIVERY_BUSINESS_DAYS.max)),
});

/** Most orders in a row are of one day, and formatting days is slow. */
let last: { orderDay: JapaneseDay; promise: DeliveryPromise } | undefined;

/**
 * The promised delivery dates of an order placed now: two to three business days after the day of the order in Japan, which does not count.
 * Saturdays, Sundays, public holidays, substitute holidays and the New Year break are not business days.
 * @returns two dates at noon in Asia/Tokyo
 */
export const deliveryPromise = (orderedAt: Date): DeliveryPromise => {
  const orderDay = japaneseDay(orderedAt);
  if (last?.orderDay !== orderDay) last = { orderDay, promise: promiseOf(orderDay) };
  return last.promise;
};

/** Whether the last promised day is over: it ends at midnight in Japan, twelve hours after its noon. */
export const isPromiseOver = ({ promise, now }: { promise: DeliveryPromise; now: Date }): boolean =>
  now.getTime() >= promise.latest.getTime() + 12 * HOUR * 1000;
