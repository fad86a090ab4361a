import { type AdminLine, VIDEO_STYLES, type VideoStyle } from '@stagereel/contracts';
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { downloadUrlError } from '../lib/download-url.ts';
import { type VideoMatch, videoKey } from './match-videos.ts';
import { type Source, sameVideoLines } from './plan-delivery.ts';

/** One row of a pasted list. Texts are as typed; '' for none. `row` is its number in the list, from 1. */
export type ListRow = {
  row: number;
  url: string;
  bib: string;
  orderNumber: string;
  contest: string;
  category: string;
  style: VideoStyle | null;
  /** Why the row cannot be used; null if it can. */
  error: string | null;
};

/** The texts of a list that has no rows, or that is not a table. */
export class ListUnreadable extends Error {}

type Column = 'bib' | 'url' | 'orderNumber' | 'contest' | 'category' | 'style';

/** Names of columns without width, case and spaces; the first are those of the export of orders. */
const columnNames: Record<Column, RegExp> = {
  orderNumber: /^(注文番号|明細番号|order(number|no)?)$/u,
  contest: /^(大会名?|contest)$/u,
  category: /^(カテゴリー?|category)$/u,
  bib: /^(ゼッケン(番号)?|番号|選手番号|no\.?|nr\.?|bib(number)?|number)$/u,
  style: /^(動画の向き|動画|向き|縦横|縦\/横|スタイル|種類|direction|orientation|style)$/u,
  url: /^((動画|ダウンロード)?(url|リンク)|link|downloadurl|動画のurl)$/u,
};

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');

const columnOf = (cell: string): Column | null => {
  const name = plain(cell);
  const found = Object.entries(columnNames).find(([, pattern]) => pattern.test(name));
  return (found?.[0] as Column | undefined) ?? null;
};

const URL_CELL = /^https?:\/\/|^video:/iu;
const ORDER_NUMBER = /^\d{8}(-\d{2})?$/u;
const [VERTICAL, HORIZONTAL] = VIDEO_STYLES;
const styleOf = (cell: string): VideoStyle | null => {
  const word = plain(cell);
  if (/^(縦.*|たて|タテ|tate|vertical|portrait|v|9x16|9:16)$/u.test(word)) return VERTICAL;
  return /^(横.*|よこ|ヨコ|yoko|horizontal|landscape|h|16x9|16:9)$/u.test(word) ? HORIZONTAL : null;
};

/** The column of each cell of a row without headings, by what the cell contains. The first cell that is nothing else is the bib number. */
const guessColumns = ({ cells, lines }: { cells: readonly string[]; lines: readonly AdminLine[] }): (Column | null)[] => {
  const contests = new Set(lines.map(({ contestName }) => plain(contestName)));
  const categories = new Set(lines.map(({ category }) => plain(category)));
  const kinds = cells.map((cell): Column | null => {
    if (URL_CELL.test(cell)) return 'url';
    if (ORDER_NUMBER.test(plain(cell))) return 'orderNumber';
    if (contests.has(plain(cell))) return 'contest';
    if (categories.has(plain(cell))) return 'category';
    return styleOf(cell) === null ? null : 'style';
  });
  const bib = cells.findIndex((cell, index) => kinds[index] === null && cell !== '');
  return kinds.map((kind, index) => (index === bib ? 'bib' : kind));
};

const rowOf = ({ cells, columns, row }: { cells: readonly string[]; columns: readonly (Column | null)[]; row: number }): ListRow => {
  const cellOf = (column: Column): string => cells[columns.indexOf(column)] ?? '';
  const url = cellOf('url');
  const [bib, orderNumber, direction] = [cellOf('bib'), plain(cellOf('orderNumber')), cellOf('style')];
  const style = styleOf(direction);
  const problem = () => {
    if (url === '') return 'URLがありません。';
    if (bib === '' && orderNumber === '') return 'ゼッケン番号がありません。';
    if (direction !== '' && style === null) return `向き「${direction}」を読み取れません。「縦」か「横」にしてください。`;
    return downloadUrlError(url);
  };
  return { row, url, bib, orderNumber, contest: cellOf('contest'), category: cellOf('category'), style, error: problem() };
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
  const headings = first.cells.some((cell) => URL_CELL.test(cell)) ? null : first.cells.map(columnOf);
  if (headings && !headings.includes('url'))
    throw new ListUnreadable('URLの列が見つかりません。「ゼッケン番号」と「URL」の列がある一覧を貼り付けてください。');
  const body = headings ? filled.slice(1) : filled;
  if (body.length === 0) throw new ListUnreadable('見出しの下に行がありません。');
  return body.map(({ cells, row }) => rowOf({ cells, row, columns: headings ?? guessColumns({ cells, lines }) }));
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

export const sourceOfRow = ({ row, url, bib, orderNumber }: ListRow): Source => ({
  id: JSON.stringify([row, orderNumber, bib, url]),
  label: `${row}行目：${bib || orderNumber}　${url}`,
  file: null,
  url,
});

/** A bib number without its mark, as in No.12, #12 or 12番. */
const bareBib = (bib: string): string => plain(bib).replace(/^(no\.?|nr\.?|#|ゼッケン)|番$/gu, '');
const withoutZeros = (bib: string): string => bareBib(bib).replace(/^0+(?=\d)/u, '');

/** The lines that a row may mean: by order number, bib number, contest, category and style. Leading zeros count only if they distinguish bibs. */
const candidatesOf = (row: ListRow, lines: readonly AdminLine[]): AdminLine[] => {
  const fitting = lines.filter(
    ({ id, contestName, category, style }) =>
      (row.orderNumber === '' || id === row.orderNumber || id.startsWith(`${row.orderNumber}-`)) &&
      (row.contest === '' || plain(contestName) === plain(row.contest)) &&
      (row.category === '' || plain(category) === plain(row.category)) &&
      (row.style === null || style === row.style),
  );
  if (row.bib === '') return fitting;
  const same = fitting.filter(({ athleteNumber }) => bareBib(athleteNumber) === bareBib(row.bib));
  if (same.length > 0) return same;
  const similar = fitting.filter(({ athleteNumber }) => withoutZeros(athleteNumber) === withoutZeros(row.bib));
  return new Set(similar.map(({ athleteNumber }) => athleteNumber)).size === 1 ? similar : [];
};

type Verdict = Pick<VideoMatch, 'state' | 'lineIds' | 'group' | 'sentence'>;

const verdictOf = ({ row, lines, isShared }: { row: ListRow; lines: readonly AdminLine[]; isShared: boolean }): Verdict => {
  if (row.error !== null) return { state: 'unknown', lineIds: [], group: 'unreadable', sentence: row.error };
  const candidates = candidatesOf(row, lines);
  const lineIds = candidates.map(({ id }) => id);
  if (lineIds.length === 0)
    return { state: 'unknown', lineIds, group: 'notOrdered', sentence: '一致する未対応の注文（動画がまだのもの）がありません。' };
  const differs = (pick: (line: AdminLine) => string): boolean => new Set(candidates.map(pick)).size > 1;
  const question = (group: string, sentence: string): Verdict => ({ state: 'question', lineIds, group, sentence });
  if (differs(({ contestId }) => contestId)) return question('contest', '同じ番号が複数の大会にあります。大会名の列を加えてください。');
  if (differs(({ category }) => category))
    return question('category', '同じ番号が複数のカテゴリにあります。カテゴリの列を加えてください。');
  if (differs(({ style }) => style)) return question('style', '縦動画と横動画の両方の注文があります。向きの列を加えてください。');
  if (differs(videoKey)) return question('several', '一致する注文が複数あります。');
  if (isShared) return question('sharedUrl', '同じURLが、別の動画にも使われています。');
  return {
    state: 'certain',
    lineIds,
    group: 'row',
    sentence: row.bib === '' ? '注文番号が一致しました。' : 'ゼッケン番号が一致しました。',
  };
};

type MatchInput = {
  rows: readonly ListRow[];
  lines: readonly AdminLine[];
  choices: readonly { fileId: string; lineId: string | null }[];
  /** URLs of other lines, typed or delivered, with the video that each is for. */
  usedUrls: ReadonlyMap<string, string>;
};

/** Finds the order lines of each row, in their order. A URL that is used for two videos is a question. */
export const matchRows = ({ rows, lines, choices, usedUrls }: MatchInput): VideoMatch[] => {
  const chosen = new Map(choices.map(({ fileId, lineId }) => [fileId, lineId]));
  const videosOfUrl = new Map<string, Set<string>>();
  for (const [url, key] of usedUrls) videosOfUrl.set(url, new Set([key]));
  for (const row of rows) {
    const videos = videosOfUrl.get(row.url) ?? new Set();
    for (const line of candidatesOf(row, lines)) videos.add(videoKey(line));
    videosOfUrl.set(row.url, videos);
  }
  return rows.map((row) => {
    const fileId = sourceOfRow(row).id;
    const lineId = chosen.get(fileId);
    // A row with an order number is for that order only.
    const same = lineId ? sameVideoLines({ lineId, lines: row.orderNumber === '' ? lines : candidatesOf(row, lines) }) : [];
    if (lineId)
      return {
        fileId,
        state: 'certain',
        lineIds: same.length > 0 ? same : [lineId],
        reason: 'choice',
        group: 'choice',
        sentence: '手動で選択しました。',
      };
    if (lineId === null)
      return { fileId, state: 'unknown', lineIds: [], reason: 'excluded', group: 'excluded', sentence: '使わないことにしました。' };
    const isShared = (videosOfUrl.get(row.url)?.size ?? 0) > 1;
    return { fileId, reason: 'bib', ...verdictOf({ row, lines, isShared }) };
  });
};
