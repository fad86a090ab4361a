import type { StatusTone } from '../../../components/ui/status-badge.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import type { Toast } from '../../../lib/toast.ts';
import { uploadFailureText } from '../../../lib/uploads/upload-errors.ts';
import type { BulkResult, StopReason } from '../run/deliver-orders.ts';
import { SameVideo, VideoChanged } from '../run/send-videos.ts';
import type { ReviewRow } from './review-rows.ts';

export const reviewLabels: Record<ReviewRow['state'], { text: string; tone: StatusTone }> = {
  question: { text: '要確認', tone: 'waiting' },
  unknown: { text: '該当なし', tone: 'neutral' },
  chosen: { text: '確実', tone: 'positive' },
};

/** What can be done about files without an order. */
export const unknownHint = '　「選ぶ」で注文を指定できます。指定しないものは納品されません。';

/** The lines without a row whose orders are delivered too. */
export const keptTitle = '次の明細は、すでに入力されている動画のまま一緒に納品します';

/** Why orders remain, and what to do about it. */
export const stopTexts: Record<StopReason, string> = {
  cancelled: '一括納品を中止しました。もう一度同じフォルダを選ぶと、続きから納品できます。',
  'storage-full':
    '動画を保存できる容量が足りないため、一括納品を中断しました。不要なファイルを削除してから、もう一度同じフォルダを選ぶと、続きから納品できます。',
};

/** For an admin whose session ended during a bulk delivery, or before it was started. */
export const signedOutTexts = {
  running: {
    title: 'ログインの有効期限が切れたため、一括納品を一時停止しています',
    text: 'ここでログインし直すと、続きから再開します。送信済みの動画は失われません。',
  },
  waiting: {
    title: 'ログインの有効期限が切れました',
    text: 'ここでログインし直すと、選んだ動画や入力した一覧のまま続けられます。',
  },
} as const;

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

const SECONDS_PER_MINUTE = 60;

/** How long the uploads will still take. */
export const remainingTimeText = (seconds: number): string => {
  if (seconds < SECONDS_PER_MINUTE) return '残り1分未満';
  const minutes = Math.ceil(seconds / SECONDS_PER_MINUTE);
  return minutes < 60 ? `残り約${minutes}分` : `残り約${Math.floor(minutes / 60)}時間${minutes % 60}分`;
};
