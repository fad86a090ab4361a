import { formatDate, formatPrice, HOUR, type OrderLineDetails } from '@stagereel/contracts';
import { deliveryPromise } from '@stagereel/contracts/delivery-promise';
import type { Fact, ListedVideo } from './content.ts';
import { mailTexts } from './texts.ts';

const athlete = ({ athleteNumber, athleteName }: OrderLineDetails): string =>
  athleteName === null ? athleteNumber : `${athleteNumber}（${athleteName}）`;

/** A line that may have been declined after the payment. */
type ListedLine = OrderLineDetails & { isDeclined?: boolean | undefined };

/** The videos of an order for a mail's list. */
export const orderedVideos = ({ lines, isPriced }: { lines: readonly ListedLine[]; isPriced: boolean }): ListedVideo[] =>
  lines.map((line) => ({
    title: line.contestName,
    facts: [
      { label: 'カテゴリ', value: line.category },
      { label: 'ゼッケン番号', value: athlete(line) },
      { label: '種類', value: line.style },
      ...(line.isDeclined ? [{ label: '制作', value: mailTexts.declined }] : []),
    ],
    price: isPriced ? { label: '価格', value: formatPrice(line.price) } : null,
  }));

/** The total below the videos of an order; `amount` in yen. */
export const orderTotal = ({ lines, amount }: { lines: readonly OrderLineDetails[]; amount: number }): Fact => ({
  label: `合計（${lines.length}点）`,
  value: formatPrice(amount),
});

/** The total of the declined lines, in yen. */
export const declinedAmount = (lines: readonly ListedLine[]): number =>
  lines.reduce((sum, { isDeclined, price }) => (isDeclined ? sum + price : sum), 0);

/** The last promised delivery day of an order that was paid at `paidAt`, and whether that day is over. */
export const promisedDay = ({ paidAt, now }: { paidAt: string; now: Date }) => {
  const { latest } = deliveryPromise(new Date(paidAt));
  // The promise is noon of a day in Japan; the day ends 12 hours later.
  const endsAt = latest.getTime() + 12 * HOUR * 1000;
  return { day: formatDate(latest), isOver: now.getTime() >= endsAt };
};
