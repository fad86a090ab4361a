import { type AdminLine, VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { downloadUrlError } from '../../../components/admin-order/download-url.ts';
import type { Source } from '../run/plan-delivery.ts';

/** One row of a pasted list. Texts are as typed; '' for none. `row` is its number in the list, from 1. */
export type ListRow = {
  row: number;
  url: string;
  bib: string;
  orderNumber: string;
  contest: string;
  category: string;
  style: VideoStyle | null;
  /** Cells of a row without headings that are none of these, such as the athlete's name. */
  words: readonly string[];
  /** Why the row cannot be used; null if it can. */
  error: string | null;
};

/** The texts of a list that has no rows, or that is not a table. */
export class ListUnreadable extends Error {}

type Column = 'bib' | 'url' | 'orderNumber' | 'contest' | 'category' | 'style';
type Columns = readonly (Column | null)[];

/** Names of columns without width, case and spaces; the first are those of the export of orders. */
const columnNames: Record<Column, RegExp> = {
  orderNumber: /^(注文番号|明細番号|order(number|no)?)$/u,
  contest: /^(大会名?|contest)$/u,
  category: /^(カテゴリー?|category)$/u,
  bib: /^(.*ゼッケン.*|(選手|背|出場|エントリー)(番号|no\.?)|bib(no\.?|number)?)$/u,
  style: /^(動画の向き|動画|向き|縦横|縦\/横|スタイル|種類|direction|orientation|style)$/u,
  url: /^((動画|ダウンロード)?(url|リンク)|link|downloadurl|動画のurl)$/u,
};

/** May also number the rows, so another column of bib numbers is preferred. */
const NUMBER_COLUMN = /^(番号|no\.?|nr\.?|number)$/u;

export const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

/**
 * The column of each heading.
 * @throws {ListUnreadable} if two headings mean the same
 */
const columnsOf = (headings: readonly string[]): Columns => {
  const named = headings.map((heading): Column | null => {
    const found = Object.entries(columnNames).find(([, pattern]) => pattern.test(plain(heading)));
    return (found?.[0] as Column | undefined) ?? null;
  });
  const columns: Columns = named.includes('bib')
    ? named
    : named.map((column, index) => (NUMBER_COLUMN.test(plain(headings[index] ?? '')) ? 'bib' : column));
  for (const column of columns) {
    const same = headings.filter((_, index) => column !== null && columns[index] === column);
    if (same.length > 1)
      throw new ListUnreadable(`「${same.join('」と「')}」の列のどれを使うか決められません。使わない列を消して、貼り付け直してください。`);
  }
  return columns;
};

const URL_CELL = /^https?:\/\/|^video:/iu;
const ORDER_NUMBER = /^\d{8}(-\d{2})?$/u;
const [VERTICAL, HORIZONTAL] = VIDEO_STYLES;
const styleOf = (cell: string): VideoStyle | null => {
  const word = plain(cell);
  if (/^(縦.*|たて|タテ|tate|vertical|portrait|v|9x16|9:16)$/u.test(word)) return VERTICAL;
  return /^(横.*|よこ|ヨコ|yoko|horizontal|landscape|h|16x9|16:9)$/u.test(word) ? HORIZONTAL : null;
};

/** A bib number without its mark, as in No.12, #12 or 12番. */
export const bareBib = (bib: string): string => plain(bib).replace(/^(no\.?|nr\.?|#|ゼッケン)|番$/gu, '');
const BIB_CELL = /^[a-z]{0,3}-?\d+[a-z]?$/u;

/**
 * The column of each cell of a row without headings, by what the cell contains. The first cell that is nothing else is the bib number; so is
 * every other one that looks like a bib number, and nobody knows which of them is meant.
 */
const guessColumns = ({ cells, lines }: { cells: readonly string[]; lines: readonly AdminLine[] }): Columns => {
  const contests = new Set(lines.map(({ contestName }) => plain(contestName)));
  const categories = new Set(lines.map(({ category }) => plain(category)));
  const kinds = cells.map((cell): Column | null => {
    if (URL_CELL.test(cell)) return 'url';
    if (ORDER_NUMBER.test(plain(cell))) return 'orderNumber';
    if (contests.has(plain(cell))) return 'contest';
    if (categories.has(plain(cell))) return 'category';
    return styleOf(cell) === null ? null : 'style';
  });
  const first = cells.findIndex((cell, index) => kinds[index] === null && cell !== '');
  return kinds.map((kind, index) => (kind === null && (index === first || BIB_CELL.test(bareBib(cells[index] ?? ''))) ? 'bib' : kind));
};

type RowInput = { cells: readonly string[]; columns: Columns; row: number; hasHeadings: boolean };

const rowOf = ({ cells, columns, row, hasHeadings }: RowInput): ListRow => {
  const isDouble = (column: Column | null): boolean => columns.indexOf(column) !== columns.lastIndexOf(column);
  const cellOf = (column: Column): string => (isDouble(column) ? '' : (cells[columns.indexOf(column)] ?? ''));
  const url = cellOf('url');
  const [bib, orderNumber, direction] = [cellOf('bib'), plain(cellOf('orderNumber')), cellOf('style')];
  const style = styleOf(direction);
  const problem = () => {
    const doubles = cells.filter((_, index) => columns[index] && isDouble(columns[index]));
    if (doubles.length > 0)
      return `「${doubles.join('」と「')}」のどれを使うか決められません。1行目に「ゼッケン番号」「URL」などの見出しを付けてください。`;
    if (url === '') return 'URLがありません。';
    if (bib === '' && orderNumber === '') return 'ゼッケン番号がありません。';
    if (direction !== '' && style === null) return `向き「${direction}」を読み取れません。「縦」か「横」にしてください。`;
    return downloadUrlError(url);
  };
  const words = hasHeadings ? [] : cells.filter((cell, index) => cell !== '' && columns[index] === null);
  return { row, url, bib, orderNumber, contest: cellOf('contest'), category: cellOf('category'), style, words, error: problem() };
};

/**
 * Reads a list with a bib number and a URL in each row, as CSV or as cells of a spreadsheet. Headings are optional.
 * @throws {ListUnreadable} with the text for the admin
 */
export const readList = (text: string, lines: readonly AdminLine[]): ListRow[] => {
  let rows: string[][];
  try {
    const delimiter = text.includes('\t') ? '\t' : ',';
    rows = parse(text, { delimiter, bom: true, relax_column_count: true, trim: true, relax_quotes: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ListUnreadable('引用符（"）が閉じられていない行があります。表計算ソフトからコピーし直してください。');
  }
  const filled = rows.map((cells, index) => ({ cells, row: index + 1 })).filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first] = filled;
  if (!first) throw new ListUnreadable('一覧が空です。ゼッケン番号とURLの列を貼り付けてください。');
  const headings = first.cells.some((cell) => URL_CELL.test(cell)) ? null : columnsOf(first.cells);
  if (headings && !headings.includes('url'))
    throw new ListUnreadable('URLの列が見つかりません。「ゼッケン番号」と「URL」の列がある一覧を貼り付けてください。');
  const body = headings ? filled.slice(1) : filled;
  if (body.length === 0) throw new ListUnreadable('見出しの下に行がありません。');
  return body.map(({ cells, row }) =>
    rowOf({ cells, row, columns: headings ?? guessColumns({ cells, lines }), hasHeadings: headings !== null }),
  );
};

/** Reads a text file: UTF-8, UTF-16 (Excel's "Unicode text") or Shift_JIS. */
export const readListFile = async (file: Blob): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  for (const encoding of ['utf-8', 'shift_jis']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      // Not this encoding.
    }
  }
  throw new ListUnreadable('文字コードを読み取れません。UTF-8かShift_JISのCSVとして保存し直してください。');
};

/** The `id` has all columns, so that a decision is restored only for the same row. */
export const sourceOfRow = ({ row, url, bib, orderNumber, contest, category, style }: ListRow): Source => ({
  id: JSON.stringify([row, orderNumber, bib, contest, category, style, url]),
  label: `${row}行目：${bib || orderNumber}　${url}`,
  file: null,
  url,
});
