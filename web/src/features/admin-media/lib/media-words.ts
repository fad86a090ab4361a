import type { Media } from '@stagereel/contracts';
import { megabytes } from '../../../lib/uploads/upload-files.ts';

const KINDS = { video: '動画', image: '画像' } as const;

const durationOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** What a medium is, in figures: kind, pixels, length, size. */
export const mediaFacts = ({ type, width, height, durationSeconds, size }: Media): readonly string[] => [
  KINDS[type],
  ...(width !== null && height !== null ? [`${width}×${height}px`] : []),
  ...(durationSeconds !== null ? [durationOf(durationSeconds)] : []),
  ...(size > 0 ? [megabytes(size)] : []),
];

/** The failures as the specification words them. */
export const mediaFailures = {
  delete: 'メディアの削除に失敗しました',
  reorder: '順序の変更に失敗しました。',
  thumbnailUpload: 'サムネイルのアップロードに失敗しました。',
  thumbnailDelete: 'サムネイルの削除に失敗しました。',
  update: '更新に失敗しました。',
} as const;
