import { type Athlete, BULK_MAX_IDS, type RosterPreview } from '@stagereel/contracts';
import { AppError, unescapeFormula } from '@stagereel/service-kit';
import { CsvError, parse } from 'csv-parse/sync';
import { columnOf, type RosterColumn, type RosterField } from './roster-columns.ts';
import { fileTexts, rowTexts } from './roster-texts.ts';

type Encoding = RosterPreview['encoding'];
/** `row` is the row number in a spreadsheet: the first line of a file is row 1. */
type SheetRow = { row: number; cells: string[] };
type Sheet = { encoding: Encoding; rows: SheetRow[] };

/** The fields of an athlete that a row sets. A field is missing if the file has no such column or the cell is empty. */
export type RosterFields = Pick<Athlete, 'athleteNumber' | 'category'> & Partial<Pick<Athlete, RosterField>>;
/** How the preview identifies a row; as typed if the row is invalid. */
type RowLabel = { row: number; athleteNumber: string; name: string | null; category: string };
/** `fields` is null if the row is invalid. */
export type RosterRow = RowLabel & { errors: string[]; fields: RosterFields | null };

/** Far more than any row of a roster needs. A file without line breaks is not a roster. */
const MAX_ROW_CHARACTERS = 20_000;
const MAX_COLUMNS = 200;
const MAX_LABEL_CHARACTERS = 100;
/** The replacement character, and in Shift_JIS also private-use characters (gaiji), which only the computer that defined them can show. */
const UNREADABLE = { 'UTF-8': /\uFFFD/u, Shift_JIS: /[\uFFFD\p{Co}]/u } as const;

const unreadable = (userMessage?: string, cause?: unknown): AppError =>
  new AppError('RosterUnreadable', { cause, ...(userMessage === undefined ? {} : { userMessage }) });

const decodeAs = (encoding: Encoding, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Accepts only bytes that are valid to the end, so that no garbled text is stored. UTF-8 is tried first: Japanese text in Shift_JIS is almost
 * never valid UTF-8, but UTF-8 text can be valid Shift_JIS.
 */
const decode = (bytes: Uint8Array): { encoding: Encoding; text: string } => {
  for (const encoding of ['UTF-8', 'Shift_JIS'] as const) {
    const text = decodeAs(encoding, bytes);
    if (text !== null) return { encoding, text };
  }
  throw unreadable();
};

const parseCells = (text: string): string[][] => {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MAX_ROW_CHARACTERS,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // The parser notices an unclosed quote lines later; the row in which it began helps the admin more.
    const row = Number(error['records'] ?? 0) + 1;
    const describe = error.code === 'CSV_MAX_RECORD_SIZE' ? fileTexts.rowTooLong : fileTexts.quoteWrong;
    throw unreadable(describe(row), error);
  }
};

/**
 * The non-empty rows of a CSV file in UTF-8 or Shift_JIS, without the apostrophe that an export puts before a formula.
 * @throws AppError RosterUnreadable
 */
export const readRosterFile = (bytes: Uint8Array): Sheet => {
  const { encoding, text } = decode(bytes);
  const rows = parseCells(text)
    .map((cells, index) => ({ row: index + 1, cells: cells.map(unescapeFormula) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return { encoding, rows };
};

type Columns = (RosterColumn | undefined)[];

const columnsOf = ({ cells }: SheetRow): Columns => {
  if (cells.length > MAX_COLUMNS) throw unreadable();
  const columns = cells.map(columnOf);
  const fields = columns.flatMap((column) => column?.field ?? []);
  if (new Set(fields).size < fields.length) throw unreadable(fileTexts.columnRepeated);
  // Without both columns, the file is probably not a roster: the default text describes what a roster looks like.
  if (!fields.includes('athleteNumber')) throw unreadable(fields.includes('category') ? fileTexts.numberColumnMissing : undefined);
  if (!fields.includes('category')) throw unreadable(fileTexts.categoryColumnMissing);
  return columns;
};

/** An empty cell leaves its field unchanged, except in the two columns that identify the athlete. */
const isSkipped = ({ field }: RosterColumn, cell: string): boolean =>
  cell.trim() === '' && field !== 'athleteNumber' && field !== 'category';

const readRow = (columns: Columns, encoding: Encoding, { row, cells }: SheetRow): RosterRow => {
  const fields: Partial<Record<RosterField, unknown>> = {};
  const errors: string[] = [];
  const typed: Partial<Record<RosterField, string>> = {};
  for (const [index, column] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (!column || isSkipped(column, cell)) continue;
    typed[column.field] = cell.trim().slice(0, MAX_LABEL_CHARACTERS);
    const parsed = column.schema.safeParse(cell, { error: () => column.invalid });
    if (parsed.success) fields[column.field] = parsed.data;
    else errors.push(parsed.error.issues[0]?.message ?? column.invalid);
  }
  if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) errors.push(rowTexts.tooManyCells);
  if (Object.values(typed).some((text) => UNREADABLE[encoding].test(text))) errors.push(rowTexts.unreadable);

  const label = { row, athleteNumber: typed.athleteNumber ?? '', name: typed.name ?? null, category: typed.category ?? '' };
  if (errors.length > 0) return { ...label, errors, fields: null };
  const valid = fields as RosterFields;
  return { ...label, athleteNumber: valid.athleteNumber, category: valid.category, errors, fields: valid };
};

/**
 * Reads the rows below the headings. Each row is read independently, so that one invalid cell does not hide another.
 * @throws AppError RosterUnreadable if the headings do not name the columns, or if there are no rows or too many
 */
export const readRosterRows = ({ encoding, rows }: Sheet): { ignoredColumns: string[]; rows: RosterRow[] } => {
  const [header, ...body] = rows;
  if (!header) throw unreadable();
  const columns = columnsOf(header);
  if (body.length === 0) throw unreadable(fileTexts.empty);
  if (body.length > BULK_MAX_IDS) throw unreadable(fileTexts.tooLong());
  const ignoredColumns = header.cells.filter((heading, index) => !columns[index] && heading.trim() !== '').map((heading) => heading.trim());
  return { ignoredColumns, rows: body.map((sheetRow) => readRow(columns, encoding, sheetRow)) };
};
