/** First in a file, so that spreadsheet programs read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

/** What a spreadsheet takes for the beginning of a formula, full width included: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/u;

/** One apostrophe more than a cell has: a spreadsheet shows it as text, and {@link unescapeFormula} gives back what was there. */
const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The text of a cell that was written by {@link csvLine}, or typed by somebody who guards against formulas the same way. */
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/** Null is an empty cell. A number is never taken for a formula, so that -500 stays one. */
export type CsvCell = string | number | null;

const cellOf = (value: CsvCell): string => {
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One row with its line end: https://www.rfc-editor.org/rfc/rfc4180 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
