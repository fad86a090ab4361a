import { BULK_MAX_IDS, PRICE_STEP } from '@stagereel/contracts';

/** Why a whole file is refused. */
export const fileTexts = {
  tooLong: (): string => `一度に取り込めるのは${BULK_MAX_IDS.toLocaleString('ja-JP')}人までです。ファイルを分けてください。`,
  empty: 'CSVファイルに選手が1人も入っていません。',
  numberColumnMissing: 'CSVファイルの1行目に「ゼッケン番号」の見出しがありません。',
  categoryColumnMissing: 'CSVファイルの1行目に「カテゴリ」の見出しがありません。',
  columnRepeated: 'CSVファイルの1行目に、同じ意味の見出しが2つ以上あります。',
  rowTooLong: (row: number): string => `CSVファイルの${row}行目が長すぎます。引用符（"）の対応を確認してください。`,
  quoteWrong: (row: number): string => `CSVファイルの${row}行目で、引用符（"）の対応が正しくありません。`,
} as const;

/** Why a row is refused. Texts about a single cell are defined with its column in ROSTER_COLUMNS. */
export const rowTexts = {
  tooManyCells: '見出しより項目が多い行です。カンマを含む値は引用符（"）で囲んでください。',
  unreadable: '読み取れない文字（文字化けまたは外字）が含まれています。',
  categoryUnknown: 'このカテゴリは大会に登録されていません。先にカテゴリを追加するか、ファイルを修正してください。',
  priceStep: (header: string): string => `${header}は${PRICE_STEP}円単位で入力してください。`,
  repeated: '同じカテゴリに同じゼッケン番号の行が、このファイルにほかにもあります。',
  deleted: 'この選手は削除済みです。復元するか、完全に削除してから取り込んでください。',
} as const;
