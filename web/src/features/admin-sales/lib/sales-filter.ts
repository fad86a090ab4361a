import { japaneseDay } from '@stagereel/contracts';

/** Days in Asia/Tokyo, `2026-11-20`, both inclusive; empty means not set. */
export type SalesFilter = { contestId: string; from: string; to: string };

/** An address with the filters that are set. */
export const salesPath = (path: string, { contestId, from, to }: SalesFilter): string => {
  const set = Object.entries({ contestId, from, to }).filter(([, value]) => value !== '');
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`;
};

export const isSameFilter = (one: SalesFilter, other: SalesFilter): boolean => salesPath('', one) === salesPath('', other);

/** What is wrong with the days, or null. */
export const daysProblem = ({ from, to }: Pick<SalesFilter, 'from' | 'to'>): string | null =>
  from !== '' && to !== '' && from > to ? '終了日には、開始日以降の日付を入力してください。' : null;

const pad = (value: number): string => String(value).padStart(2, '0');
const lastDayOf = ({ year, month }: { year: number; month: number }): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const monthOf = ({ year, month }: { year: number; month: number }): { from: string; to: string } => ({
  from: `${year}-${pad(month)}-01`,
  to: `${year}-${pad(month)}-${pad(lastDayOf({ year, month }))}`,
});

/** The month that is now in Japan, and the one before. */
export const monthPresets = (now: Date) => {
  const [year = 0, month = 0] = japaneseDay(now).split('-').map(Number);
  return [
    { label: '今月', ...monthOf({ year, month }) },
    { label: '先月', ...monthOf(month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }) },
  ];
};
