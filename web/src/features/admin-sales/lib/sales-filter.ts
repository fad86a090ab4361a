import { japaneseDay } from '@stagereel/contracts';
import { type SalesFilter, salesPath } from '../../../api/sales.ts';

export const isSameFilter = (one: SalesFilter, other: SalesFilter): boolean => salesPath('', one) === salesPath('', other);

/** An error text when the last day is before the first, else null. */
export const daysProblem = ({ from, to }: Pick<SalesFilter, 'from' | 'to'>): string | null =>
  from !== '' && to !== '' && from > to ? '終了日には、開始日以降の日付を入力してください。' : null;

const pad = (value: number): string => String(value).padStart(2, '0');
const lastDayOf = ({ year, month }: { year: number; month: number }): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const monthOf = ({ year, month }: { year: number; month: number }): { from: string; to: string } => ({
  from: `${year}-${pad(month)}-01`,
  to: `${year}-${pad(month)}-${pad(lastDayOf({ year, month }))}`,
});

/** The current month in Japan and the month before. */
export const monthPresets = (now: Date) => {
  const [year = 0, month = 0] = japaneseDay(now).split('-').map(Number);
  return [
    { label: '今月', ...monthOf({ year, month }) },
    { label: '先月', ...monthOf(month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }) },
  ];
};
