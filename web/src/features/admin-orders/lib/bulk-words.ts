import { formatDate } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import type { Toast } from '../../../lib/toast.ts';
import { uploadFailureText } from '../../../lib/uploads/upload-errors.ts';
import type { Doubt, LineMatch } from './match-videos.ts';
import type { BulkResult, BulkStop } from './run-bulk-delivery.ts';
import { SameVideo } from './same-videos.ts';
import { VideoChanged } from './video-changed.ts';

/** How sure a line's video is, by its word. */
export const matchWords: Record<LineMatch['state'], { word: string; tone: StatusTone }> = {
  sure: { word: '確実', tone: 'positive' },
  doubtful: { word: '要確認', tone: 'waiting' },
  ambiguous: { word: '候補が複数', tone: 'due' },
  missing: { word: '動画なし', tone: 'neutral' },
};

/** What a file's name leaves open. */
const doubtWords: Record<Doubt, string> = {
  contest: '大会名が確認できません',
  namesake: '同じ名前の大会がほかにもあります',
  category: 'カテゴリが確認できません',
  style: '縦・横が確認できません',
  numbers: 'ほかの番号も含まれています',
  words: 'ほかの言葉も含まれています',
  footage: '動画の向きと長さを確認してください',
  several: '候補を1つ選んでください',
};

/** All that is open about the files of a line. Between contests of one name, the day of the order tells which is meant. */
export const doubtsText = ({ doubts, line }: Pick<LineMatch, 'doubts' | 'line'>): string =>
  doubts
    .map((doubt) => (doubt === 'namesake' ? `${doubtWords.namesake}（この注文は${formatDate(line.orderDate)}）` : doubtWords[doubt]))
    .join('、');

const URGENCY: readonly LineMatch['state'][] = ['ambiguous', 'doubtful', 'missing', 'sure'];

/** What somebody must look at stands first. */
export const byUrgency = (one: LineMatch, other: LineMatch): number => URGENCY.indexOf(one.state) - URGENCY.indexOf(other.state);

/** Why orders are left over, and what to do about it. */
export const stopWords: Record<BulkStop, string> = {
  halted: '一括納品を中止しました。もう一度同じフォルダを選ぶと、続きから納品できます。',
  'session-ended':
    'ログインの有効期限が切れたため、一括納品を中断しました。ログインし直してから、もう一度同じフォルダを選ぶと、続きから納品できます。',
  'storage-full':
    '動画を保存できる容量が足りないため、一括納品を中断しました。不要なファイルを削除してから、もう一度同じフォルダを選ぶと、続きから納品できます。',
};

/** Why an order was not delivered. */
export const bulkFailureText = (error: unknown): string => {
  if (error instanceof SameVideo) return `${error.otherLine} の動画と内容が同じです。ファイルを確認してください。`;
  if (error instanceof VideoChanged)
    return '一括納品中に動画が変更されたため、納品していません。注文の動画を確認してから納品してください。';
  return error instanceof Error && error.name === 'ApiError' ? userMessageOf(error, '') : uploadFailureText(error);
};

/** For an admin who was looking at something else when it ended. */
export const endedWords = ({ delivered, doubtful, failed, left }: BulkResult): Toast => {
  const open = doubtful.length + failed.length + left.length;
  const message = `${delivered.length}件の注文を納品しました。`;
  if (open === 0) return { title: '一括納品が終わりました', message, tone: 'success' };
  return {
    title: '一括納品が終わりました',
    message: `${message}${open}件の注文はまだ納品されていません。動画注文一覧の「一括納品」で確認してください。`,
    tone: 'info',
  };
};
