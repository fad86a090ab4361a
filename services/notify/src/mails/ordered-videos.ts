import { formatPrice, type OrderLineFacts } from '@stagereel/contracts';
import type { Fact, ListedVideo } from './content.ts';

const athlete = ({ athleteNumber, athleteName }: OrderLineFacts): string =>
  athleteName === null ? athleteNumber : `${athleteNumber}（${athleteName}）`;

/** The videos of an order as a mail lists them. */
export const orderedVideos = ({ lines, isPriced }: { lines: readonly OrderLineFacts[]; isPriced: boolean }): ListedVideo[] =>
  lines.map((line) => ({
    title: line.contestName,
    facts: [
      { label: 'カテゴリ', value: line.category },
      { label: 'ゼッケン番号', value: athlete(line) },
      { label: '種類', value: line.style },
    ],
    price: isPriced ? { label: '価格', value: formatPrice(line.price) } : null,
  }));

/** The sum under the videos of an order; `amount` in yen. */
export const orderTotal = ({ lines, amount }: { lines: readonly OrderLineFacts[]; amount: number }): Fact => ({
  label: `合計（${lines.length}点）`,
  value: formatPrice(amount),
});
