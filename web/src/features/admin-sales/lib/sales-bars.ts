import type { SalesSummary } from '@stagereel/contracts';

export type DailySales = SalesSummary['days'][number];
/** Net sales and refunds in yen, of a day or a month. */
export type SalesBar = { key: string; label: string; tick?: string; values: [remains: number, refunded: number] };

const DAY_MS = 24 * 60 * 60 * 1000;
/** With more days the chart shows months, because the bars would be too thin. */
const MAX_DAYS = 92;
/** The maximum number of labels on a desktop screen. */
const MAX_TICKS = 8;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const dayText = (day: string): string => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`;
const monthText = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;

type Span = { first: string; last: string };

const daysWithin = ({ first, last }: Span): string[] => {
  const days: string[] = [];
  for (let time = Date.parse(first); time <= Date.parse(last); time += DAY_MS) days.push(dayOf(time));
  return days;
};

const monthsWithin = ({ first, last }: Span): string[] => [...new Set(daysWithin({ first, last }).map((day) => day.slice(0, 7)))];

const valuesOf = (sales: readonly DailySales[]): SalesBar['values'] => {
  const refunded = sales.reduce((sum, each) => sum + each.refunded, 0);
  return [sales.reduce((sum, each) => sum + each.total, 0) - refunded, refunded];
};

/**
 * One bar per day from the first sale to the last, including days without sales, or one per month when there are too many days.
 * @param days oldest first, as the server counts them
 */
export const salesBars = (days: readonly DailySales[]): { unit: 'day' | 'month'; bars: SalesBar[] } => {
  const first = days[0]?.day;
  const last = days.at(-1)?.day;
  if (first === undefined || last === undefined) return { unit: 'day', bars: [] };
  const isByDay = (Date.parse(last) - Date.parse(first)) / DAY_MS < MAX_DAYS;
  const keys = isByDay ? daysWithin({ first, last }) : monthsWithin({ first, last });
  const stride = Math.ceil(keys.length / MAX_TICKS);
  const byKey = new Map<string, DailySales[]>();
  for (const sales of days) {
    const key = isByDay ? sales.day : sales.day.slice(0, 7);
    byKey.set(key, [...(byKey.get(key) ?? []), sales]);
  }
  const bars = keys.map((key, index) => {
    const values = valuesOf(byKey.get(key) ?? []);
    const short = isByDay ? `${Number(key.slice(5, 7))}/${Number(key.slice(8, 10))}` : `${key.slice(2, 4)}/${Number(key.slice(5, 7))}`;
    return { key, label: isByDay ? dayText(key) : monthText(key), values, ...(index % stride === 0 && { tick: short }) };
  });
  return { unit: isByDay ? 'day' : 'month', bars };
};
