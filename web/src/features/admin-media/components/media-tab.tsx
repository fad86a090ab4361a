import { Stack } from '@mantine/core';
import type { Contest } from '@stagereel/contracts';
import { MediaSection } from './media-section.tsx';

/** The pictures and videos by which the contest shows itself. */
export const MediaTab = ({ contest: { id } }: { contest: Pick<Contest, 'id'> }) => (
  <Stack gap="lg">
    <MediaSection
      contestId={id}
      category="cover-image"
      title="カバー画像"
      what="カバー画像"
      only="image"
      lead="トップページの大会一覧に表示される画像です。いちばん新しい画像が表示されます。"
      hint="画像ファイルのみ。推奨サイズは1920×1080pxです。"
    />
    <MediaSection
      contestId={id}
      category="sample"
      title="サンプル動画・画像"
      what="サンプル"
      lead="注文フォームに表示される見本です。並んでいる順に表示されます。"
      hint="動画または画像ファイル。複数のファイルをまとめて選べます。"
    />
  </Stack>
);
