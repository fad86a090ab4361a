import { DAY } from '@stagereel/contracts';

const START = /^(?<year>\d{4})(?:年|[-/.])(?<month>\d{1,2})(?:月|[-/.])(?<day>\d{1,2})(?!\d)/;
const WEEKDAY = /\([日月火水木金土](?:[・,、]?祝)?\)/g;
/** What may follow the first day: nothing, or the last day of the same contest. */
const END = /^日?(?:(?<separator>[~〜–・-])(?:(?<year>\d{4})(?:年|[-/.]))?(?:(?<month>\d{1,2})(?:月|[-/.]))?(?<day>\d{1,2})日?)?$/;

const DAY_MS = DAY * 1000;

type Parts = { year: number; month: number; day: number };

const isoDate = ({ year, month, day }: Parts): string | undefined => {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : undefined;
};

/**
 * The days of a contest as `2026-11-15`, where its date, which an admin types freely, names them clearly: 2026年11月15日(日), 2026/11/15,
 * 2026年11月14日(土)〜15日(日). Otherwise undefined: no date is better than a wrong one.
 */
export const eventDates = (text: string): { startDate: string; endDate?: string } | undefined => {
  const plain = text.normalize('NFKC').replace(/\s/gu, '').replace(WEEKDAY, '');
  const first = START.exec(plain);
  if (!first?.groups) return undefined;
  const start = { year: Number(first.groups['year']), month: Number(first.groups['month']), day: Number(first.groups['day']) };
  const startDate = isoDate(start);
  const rest = END.exec(plain.slice(first[0].length))?.groups;
  if (!startDate || !rest) return undefined;
  if (rest['day'] === undefined) return { startDate };
  const end = { year: Number(rest['year'] ?? start.year), month: Number(rest['month'] ?? start.month), day: Number(rest['day']) };
  const endDate = isoDate(end);
  if (!endDate || endDate < startDate) return undefined;
  // 17日・18日 are two days in a row; 15日・22日 are two days with a pause, which an event cannot express.
  const isPaused = rest['separator'] === '・' && Date.parse(endDate) - Date.parse(startDate) > DAY_MS;
  return isPaused ? undefined : { startDate, endDate };
};
