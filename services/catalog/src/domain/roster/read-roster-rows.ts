import { type Athlete, BULK_MAX_IDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { readRosterFile, SheetRow } from './read-roster-file.ts';
import { columnOf, type RosterColumn, type RosterField } from './roster-columns.ts';
import { fileTexts, rowTexts } from './roster-texts.ts';

/** What a row says of its athlete. A field is missing where the file has no such column or the cell is empty: it says nothing then. */
export type RosterWish = Pick<Athlete, 'athleteNumber' | 'category'> & Partial<Pick<Athlete, RosterField>>;
/** What a row is called by, also one that cannot be read; then as it was typed. */
type Label = { row: number; athleteNumber: string; name: string | null; category: string };
export type RosterRow = Label & { errors: string[]; wish: RosterWish | null };

type Columns = (RosterColumn | undefined)[];

const MOST_COLUMNS = 200;
const MOST_SHOWN = 100;
/** What broken letters became before they came here; in Shift_JIS also characters that only the computer they were drawn on can show. */
const UNREADABLE = { 'UTF-8': /\uFFFD/u, Shift_JIS: /[\uFFFD\p{Co}]/u } as const;

const refuse = (userMessage?: string): AppError => new AppError('RosterUnreadable', userMessage === undefined ? {} : { userMessage });

const columnsOf = ({ cells }: SheetRow): Columns => {
  if (cells.length > MOST_COLUMNS) throw refuse();
  const columns = cells.map(columnOf);
  const fields = columns.flatMap((column) => column?.field ?? []);
  if (new Set(fields).size < fields.length) throw refuse(fileTexts.columnRepeated);
  // A file that has neither is no roster at all, and the usual text says what one looks like.
  if (!fields.includes('athleteNumber')) throw refuse(fields.includes('category') ? fileTexts.numberColumnMissing : undefined);
  if (!fields.includes('category')) throw refuse(fileTexts.categoryColumnMissing);
  return columns;
};

/** An empty cell says nothing, but for what makes the athlete. */
const isSilent = ({ field }: RosterColumn, cell: string): boolean =>
  cell.trim() === '' && field !== 'athleteNumber' && field !== 'category';

type Sheet = ReturnType<typeof readRosterFile>;
type RowInput = { columns: Columns; encoding: Sheet['encoding']; sheetRow: SheetRow };

const readRow = ({ columns, encoding, sheetRow: { row, cells } }: RowInput): RosterRow => {
  const fields: Partial<Record<RosterField, unknown>> = {};
  const errors: string[] = [];
  const typed: Partial<Record<RosterField, string>> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (!column || isSilent(column, cell)) continue;
    typed[column.field] = cell.trim().slice(0, MOST_SHOWN);
    const parsed = column.schema.safeParse(cell, { error: () => column.invalid });
    if (parsed.success) fields[column.field] = parsed.data;
    else errors.push(parsed.error.issues[0]?.message ?? column.invalid);
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) errors.push(rowTexts.tooManyCells);
  if (Object.values(typed).some((text) => UNREADABLE[encoding].test(text))) errors.push(rowTexts.unreadable);

  const label = { row, athleteNumber: typed.athleteNumber ?? '', name: typed.name ?? null, category: typed.category ?? '' };
  if (errors.length > 0) return { ...label, errors, wish: null };
  const wish = fields as RosterWish;
  return { ...label, athleteNumber: wish.athleteNumber, category: wish.category, errors, wish };
};

/**
 * What the rows of a roster say, the first of them being its headings; each is read alone, so that one fault does not hide another.
 * @throws AppError RosterUnreadable when the headings do not tell what the columns mean, or there is no row or too many
 */
export const readRosterRows = ({ encoding, rows }: Sheet): { ignoredColumns: string[]; rows: RosterRow[] } => {
  const [header, ...body] = rows;
  if (!header) throw refuse();
  const columns = columnsOf(header);
  if (body.length === 0) throw refuse(fileTexts.empty);
  if (body.length > BULK_MAX_IDS) throw refuse(fileTexts.tooLong);
  const ignoredColumns = header.cells.filter((heading, index) => !columns[index] && heading.trim() !== '').map((heading) => heading.trim());
  return { ignoredColumns, rows: body.map((sheetRow) => readRow({ columns, encoding, sheetRow })) };
};
