import type { Media } from '@stagereel/contracts';
import { megabytes } from '../../../lib/uploads/upload-files.ts';

const KINDS = { video: '動画', image: '画像' } as const;

const durationOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** The properties of a medium: type, pixels, duration, size. */
export const mediaDetails = ({ type, width, height, durationSeconds, size }: Media): readonly string[] => [
  KINDS[type],
  ...(width !== null && height !== null ? [`${width}×${height}px`] : []),
  ...(durationSeconds !== null ? [durationOf(durationSeconds)] : []),
  ...(size > 0 ? [megabytes(size)] : []),
];

/** The error texts of the specification. */
export const mediaFailures = {
  delete: 'メディアの削除に失敗しました',
  reorder: '順序の変更に失敗しました。',
  thumbnailUpload: 'サムネイルのアップロードに失敗しました。',
  thumbnailDelete: 'サムネイルの削除に失敗しました。',
  update: '更新に失敗しました。',
} as const;
