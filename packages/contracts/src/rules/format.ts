import { whenFirstUsed } from './when-first-used.ts';

const numberFormat = whenFirstUsed(() => new Intl.NumberFormat('ja-JP'));
const dateTimeFormat = whenFirstUsed(
  () =>
    new Intl.DateTimeFormat('ja-JP', {
      timeZone: 'Asia/Tokyo',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
/** Japan has no daylight saving time. */
const JAPAN_OFFSET_MS = 9 * 60 * 60 * 1000;
const inJapan = (value: Date | string): Date => new Date(new Date(value).getTime() + JAPAN_OFFSET_MS);

const partsOf = (value: Date | string): Record<string, string> =>
  Object.fromEntries(
    dateTimeFormat()
      .formatToParts(new Date(value))
      .map(({ type, value: text }) => [type, text]),
  );

/** `¥5,000`. Yen have no minor unit. */
export const formatYen = (amount: number): string => `¥${numberFormat().format(amount)}`;

/** `¥5,000（税込）` */
export const formatPrice = (amount: number): string => `${formatYen(amount)}（税込）`;

const dateOf = ({ year, month, day, weekday }: Record<string, string>): string => `${year}年${month}月${day}日(${weekday})`;

/** `2026年11月20日(金)` in Asia/Tokyo. */
export const formatDate = (value: Date | string): string => dateOf(partsOf(value));

/** `2026年11月20日(金) 18:00` in Asia/Tokyo. */
export const formatDateTime = (value: Date | string): string => {
  const parts = partsOf(value);
  return `${dateOf(parts)} ${parts['hour']}:${parts['minute']}`;
};

/** `2026-11-20`: the day in Asia/Tokyo, for grouping and comparing. */
export const japaneseDay = (value: Date | string): string => inJapan(value).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** The hour of the day in Asia/Tokyo, 0 to 23. */
export const japaneseHour = (value: Date | string): number => inJapan(value).getUTCHours();
