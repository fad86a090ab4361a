import { formatPrice, type OrderLineFacts } from '@stagereel/contracts';
import type { Fact, ListedVideo } from './content.ts';
import { mailTexts } from './texts.ts';

const athlete = ({ athleteNumber, athleteName }: OrderLineFacts): string =>
  athleteName === null ? athleteNumber : `${athleteNumber}（${athleteName}）`;

/** A line that may have been declined since it was paid. */
type ListedLine = OrderLineFacts & { isDeclined?: boolean | undefined };

/** The videos of an order as a mail lists them. */
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

/** The sum under the videos of an order; `amount` in yen. */
export const orderTotal = ({ lines, amount }: { lines: readonly OrderLineFacts[]; amount: number }): Fact => ({
  label: `合計（${lines.length}点）`,
  value: formatPrice(amount),
});

/** Yen of the lines that will not be made. */
export const declinedAmount = (lines: readonly ListedLine[]): number =>
  lines.reduce((sum, { isDeclined, price }) => (isDeclined ? sum + price : sum), 0);
