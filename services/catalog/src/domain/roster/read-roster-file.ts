import type { RosterPreview } from '@stagereel/contracts';
import { AppError, unescapeFormula } from '@stagereel/service-kit';
import { CsvError, parse } from 'csv-parse/sync';
import { fileTexts } from './roster-texts.ts';

type Encoding = RosterPreview['encoding'];
/** `row` as a spreadsheet counts: the first line of a file is row 1. */
export type SheetRow = { row: number; cells: string[] };

/** No row of a roster comes near it; a file that is one endless line is no roster. */
const MOST_CHARACTERS_OF_A_ROW = 20_000;

const unreadable = (userMessage?: string, cause?: unknown): AppError =>
  new AppError('RosterUnreadable', { cause, ...(userMessage === undefined ? {} : { userMessage }) });

const decodedAs = (encoding: Encoding, bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/**
 * Only what is valid to the last byte counts, so that nothing is stored in the wrong letters. UTF-8 is asked first: Japanese in Shift_JIS is
 * next to never valid UTF-8, while the reverse happens.
 */
const decode = (bytes: Uint8Array): { encoding: Encoding; text: string } => {
  for (const encoding of ['UTF-8', 'Shift_JIS'] as const) {
    const text = decodedAs(encoding, bytes);
    if (text !== null) return { encoding, text };
  }
  throw unreadable();
};

const parseRows = (text: string): string[][] => {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      max_record_size: MOST_CHARACTERS_OF_A_ROW,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    // A quote that is not closed is noticed lines later; what helps is where its row began.
    const row = Number(error['records'] ?? 0) + 1;
    const describe = error.code === 'CSV_MAX_RECORD_SIZE' ? fileTexts.rowTooLong : fileTexts.quoteWrong;
    throw unreadable(describe(row), error);
  }
};

/**
 * The rows of a CSV file in UTF-8 or Shift_JIS that hold anything, with the guard against formulas taken off.
 * @throws AppError RosterUnreadable
 */
export const readRosterFile = (bytes: Uint8Array): { encoding: Encoding; rows: SheetRow[] } => {
  const { encoding, text } = decode(bytes);
  const rows = parseRows(text)
    .map((cells, index) => ({ row: index + 1, cells: cells.map(unescapeFormula) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  return { encoding, rows };
};
