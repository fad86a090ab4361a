import { formatDate } from '@stagereel/contracts';
import type { StatusTone } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import type { Toast } from '../../../lib/toast.ts';
import { uploadFailureText } from '../../../lib/uploads/upload-errors.ts';
import type { BulkResult, StopReason } from './deliver-orders.ts';
import type { LineMatch, MatchIssue } from './match-lines.ts';
import { SameVideo, VideoChanged } from './send-videos.ts';

export const matchLabels: Record<LineMatch['state'], { text: string; tone: StatusTone }> = {
  certain: { text: '確実', tone: 'positive' },
  unclear: { text: '要確認', tone: 'waiting' },
  ambiguous: { text: '候補が複数', tone: 'due' },
  missing: { text: '動画なし', tone: 'neutral' },
};

const issueTexts: Record<MatchIssue, string> = {
  contest: '大会名が確認できません',
  namesake: '同じ名前の大会がほかにもあります',
  category: 'カテゴリが確認できません',
  style: '縦・横が確認できません',
  numbers: 'ほかの番号も含まれています',
  words: 'ほかの言葉も含まれています',
  footage: '動画の向きと長さを確認してください',
  several: '候補を1つ選んでください',
};

/** All issues of a match. For contests of the same name it adds the date of the order, which identifies the contest. */
export const issuesText = ({ issues, line }: LineMatch): string =>
  issues
    .map((issue) => (issue === 'namesake' ? `${issueTexts.namesake}（この注文は${formatDate(line.orderDate)}）` : issueTexts[issue]))
    .join('、');

/** Why orders remain, and what to do about it. */
export const stopTexts: Record<StopReason, string> = {
  cancelled: '一括納品を中止しました。もう一度同じフォルダを選ぶと、続きから納品できます。',
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
  return error instanceof Error && error.name === 'ApiError' ? userMessageOf(error, 'もう一度お試しください。') : uploadFailureText(error);
};

export const deliveredText = (count: number): string => (count === 0 ? '納品できた注文はありません。' : `${count}件の注文を納品しました。`);

/** For an admin who was on another screen when the bulk delivery ended. */
export const finishedToast = ({ delivered, doubtful, failed, remaining }: BulkResult): Toast => {
  const open = doubtful.length + failed.length + remaining.length;
  const message = deliveredText(delivered.length);
  if (open === 0) return { title: '一括納品が終わりました', message, tone: 'success' };
  return {
    title: '一括納品が終わりました',
    message: `${message}${open}件の注文はまだ納品されていません。動画注文一覧の「一括納品」で確認してください。`,
    tone: 'info',
  };
};
