import { type AuditEntryView, formatDateTime, formatYen } from '@stagereel/contracts';
import { megabytes } from '../../lib/uploads/upload-files.ts';
import { fieldText, valueWord } from './audit-words.ts';

/** A changed field as it is shown. `before` or `after` is null if the field did not exist then. */
export type Change = { field: string; before: string | null; after: string | null };

type Entry = Pick<AuditEntryView, 'before' | 'after'> & { target: Pick<AuditEntryView['target'], 'type'> };
/** Names of contests by id; undefined while they are not known. */
type ContestNames = ReadonlyMap<string, string> | undefined;
type Field = { field: string; targetType: string; contestNames: ContestNames };

const YEN_FIELDS = new Set(['verticalVideoPrice', 'horizontalVideoPrice', 'refund', 'price']);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/u;
const SHOWN_OF_LIST = 5;

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

const listText = (values: readonly unknown[], field: Field): string => {
  if (field.field === 'athleteIds') return `${values.length}名`;
  if (!values.every(isPlain)) return `${values.length}件`;
  const shown = values.slice(0, SHOWN_OF_LIST).map((value) => valueText(value, field));
  const rest = values.length - shown.length;
  return `${shown.join('、')}${rest > 0 ? `、ほか${rest}件` : ''}` || 'なし';
};

const numberText = (value: number, field: string): string => {
  if (YEN_FIELDS.has(field)) return formatYen(value);
  return field === 'size' ? megabytes(value) : value.toLocaleString('ja-JP');
};

const contestName = (id: string, names: ContestNames): string => (names ? (names.get(id) ?? '削除された大会') : '読み込み中...');

const wordText = (value: string, { field, targetType, contestNames }: Field): string => {
  if (field === 'contestId') return contestName(value, contestNames);
  if (TIME.test(value) && !Number.isNaN(Date.parse(value))) return formatDateTime(value);
  return valueWord({ field, value, targetType });
};

const valueText = (value: unknown, field: Field): string => {
  if (value === null || value === undefined || value === '') return 'なし';
  if (typeof value === 'boolean') return value ? 'はい' : 'いいえ';
  if (typeof value === 'number') return numberText(value, field.field);
  if (typeof value === 'string') return wordText(value, field);
  return Array.isArray(value) ? listText(value, field) : JSON.stringify(value);
};

const sideText = (side: Entry['before'], field: Field): string | null =>
  side !== null && field.field in side ? valueText(side[field.field], field) : null;

/** Whether the entry names a contest by its id only. */
export const namesContest = ({ before, after }: Pick<Entry, 'before' | 'after'>): boolean =>
  [before, after].some((side) => typeof side?.['contestId'] === 'string');

/** The changed fields of an entry. */
export const changesOf = ({ before, after, target }: Entry, contestNames?: ContestNames): Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !(before && after) || JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((name) => {
      const field = { field: name, targetType: target.type, contestNames };
      return { field: fieldText(field), before: sideText(before, field), after: sideText(after, field) };
    });

/** Whether the raw data contains more than the formatted fields. */
export const hasNestedData = ({ before, after }: Pick<Entry, 'before' | 'after'>): boolean =>
  [before, after].some((side) =>
    Object.entries(side ?? {}).some(([field, value]) =>
      Array.isArray(value) ? field === 'athleteIds' || value.length > SHOWN_OF_LIST || !value.every(isPlain) : !isPlain(value),
    ),
  );
