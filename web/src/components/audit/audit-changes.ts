import { type AuditEntryView, formatDateTime, formatYen } from '@stagereel/contracts';
import { megabytes } from '../../lib/uploads/upload-files.ts';
import { fieldText, valueWord } from './audit-words.ts';

/** A changed field as it is shown. `before` or `after` is null if the field did not exist then. */
export type Change = { field: string; before: string | null; after: string | null };

type Entry = Pick<AuditEntryView, 'before' | 'after'> & { target: Pick<AuditEntryView['target'], 'type'> };
/** Names of contests by id; undefined while they are not known. */
type ContestNames = ReadonlyMap<string, string> | undefined;
/** `isFull`: lists are shown whole. */
type Field = { field: string; targetType: string; contestNames: ContestNames; isFull: boolean };

const YEN_FIELDS = new Set(['verticalVideoPrice', 'horizontalVideoPrice', 'refund', 'price']);
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/u;
const SHOWN_OF_LIST = 5;

type Data = Readonly<Record<string, unknown>>;

const isData = (value: unknown): value is Data => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a record in words; ids tell nobody anything. */
const recordText = (record: Data, field: Field): string =>
  Object.entries(record)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => {
      const inner = { ...field, field: name };
      return `${fieldText(inner)}：${valueText(value, inner)}`;
    })
    .join('、');

const listText = (values: readonly unknown[], field: Field): string => {
  if (field.field === 'athleteIds') return `${values.length}名`;
  if (field.isFull) return values.map((value) => valueText(value, field)).join('\n') || 'なし';
  if (values.some(isData)) return `${values.length}件`;
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
  return Array.isArray(value) ? listText(value, field) : recordText(value as Data, field);
};

const sideText = (side: Entry['before'], field: Field): string | null =>
  side !== null && field.field in side ? valueText(side[field.field], field) : null;

/** Whether the entry names a contest by its id only. */
export const namesContest = ({ before, after }: Pick<Entry, 'before' | 'after'>): boolean =>
  [before, after].some((side) => typeof side?.['contestId'] === 'string');

type Options = { contestNames?: ContestNames; isFull?: boolean };

/** The changed fields of an entry. `isFull` shows long lists and lists of records whole. */
export const changesOf = ({ before, after, target }: Entry, { contestNames, isFull = false }: Options = {}): Change[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((field) => !(before && after) || JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((name) => {
      const field = { field: name, targetType: target.type, contestNames, isFull };
      return { field: fieldText(field), before: sideText(before, field), after: sideText(after, field) };
    });

/** Whether the changes can be shown in more detail. */
export const isShortened = ({ before, after }: Pick<Entry, 'before' | 'after'>): boolean =>
  [before, after].some((side) =>
    Object.entries(side ?? {}).some(
      ([field, value]) => Array.isArray(value) && field !== 'athleteIds' && (value.length > SHOWN_OF_LIST || value.some(isData)),
    ),
  );
