import { type AuditEntryView, formatDateTime, formatYen } from '@stagereel/contracts';
import { fieldText } from './audit-words.ts';

/** A changed field as it is shown. `before` or `after` is null if the field did not exist then. */
export type Change = { field: string; before: string | null; after: string | null };

const YEN_FIELDS = new Set(['verticalVideoPrice', 'horizontalVideoPrice', 'refund', 'price']);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/u;
const SHOWN_OF_LIST = 5;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const listText = (values: readonly unknown[], field: string): string => {
  if (!values.every(isPlain)) return `${values.length}件`;
  const shown = values.slice(0, SHOWN_OF_LIST).map((value) => valueText(value, field));
  const rest = values.length - shown.length;
  return `${shown.join('、')}${rest > 0 ? `、ほか${rest}件` : ''}` || 'なし';
};

const valueText = (value: unknown, field: string): string => {
  if (value === null || value === undefined || value === '') return 'なし';
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ';
  if (typeof value === 'number') return YEN_FIELDS.has(field) ? formatYen(value) : value.toLocaleString('ja-JP');
  if (typeof value === 'string') return TIME.test(value) && !Number.isNaN(Date.parse(value)) ? formatDateTime(value) : value;
  return Array.isArray(value) ? listText(value, field) : JSON.stringify(value);
};

const sideText = (side: AuditEntryView['before'], field: string): string | null =>
  side !== null && field in side ? valueText(side[field], field) : null;

/** The changed fields of an entry. */
export const changesOf = ({ before, after }: Pick<AuditEntryView, 'before' | 'after'>): Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !(before && after) || JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => ({ field: fieldText(field), before: sideText(before, field), after: sideText(after, field) }));

/** Whether the raw data contains more than the formatted fields. */
export const hasNestedData = ({ before, after }: Pick<AuditEntryView, 'before' | 'after'>): boolean =>
  [before, after].some((side) =>
    Object.values(side ?? {}).some((value) =>
      Array.isArray(value) ? value.length > SHOWN_OF_LIST || !value.every(isPlain) : !isPlain(value),
    ),
  );
