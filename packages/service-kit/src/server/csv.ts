/** First in a file, so that spreadsheet programs read it as UTF-8. */
export const CSV_BOM = '\uFEFF';

/** The beginning of a formula in a spreadsheet, including full-width characters: https://owasp.org/www-community/attacks/CSV_Injection */
const FORMULA = /^'*[=+\-@＝＋－＠\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/u;

/** Adds one apostrophe, so that a spreadsheet shows the cell as text. {@link unescapeFormula} removes it. */
const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** The original text of a cell that {@link csvLine} wrote, or that a user escaped the same way. */
export const unescapeFormula = (cell: string): string => (cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell);

/** Null is an empty cell. A number is never escaped, so that -500 stays a number. */
export type CsvCell = string | number | null;

const cellOf = (value: CsvCell): string => {
  if (typeof value === 'number') return String(value);
  const text = escapeFormula(value ?? '');
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One row with its line end: https://www.rfc-editor.org/rfc/rfc4180 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellOf).join(',')}\r\n`;
