import { Divider, Stack, Text } from '@mantine/core';
import type { Contest, Media, MediaType } from '@stagereel/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { adminMediaQuery, useRefreshMedia } from '../../../api/admin-media.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { UploadPanel } from '../../../components/upload/upload-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { newestFirst } from '../lib/media-order.ts';
import { mediaFailures } from '../lib/media-words.ts';
import { MediaList } from './media-list.tsx';

type MediaSectionProps = {
  contestId: string;
  category: Media['category'];
  title: string;
  what: string;
  only?: MediaType;
  lead: ReactNode;
  hint: ReactNode;
};

/** The media of one category: the upload and the list. */
const MediaSection = ({ contestId, category, title, what, only, lead, hint }: MediaSectionProps) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(adminMediaQuery(contestId));
  const onUploaded = useRefreshMedia(contestId);
  const isCover = category === 'cover-image';
  const found = data?.filter((one) => one.category === category);
  const media = isCover && found ? newestFirst(found) : found;
  return (
    <DataCard title={title}>
      <Stack gap="md">
        <Text>{lead}</Text>
        <UploadPanel
          place={{ contestId, category }}
          {...(only !== undefined && { only })}
          what={what}
          hint={hint}
          onUploaded={() => void onUploaded()}
        />
        <Divider />
        {isPending && <LoadingText />}
        {isError && (
          <ErrorPanel
            title={data ? mediaFailures.update : `${what}の一覧を読み込めませんでした`}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
            retryLabel="再読み込み"
          >
            {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        {media?.length === 0 && <EmptyState icon={IconPhoto} title={`${what}はまだありません`} />}
        {media !== undefined && media.length > 0 && (
          <MediaList
            contestId={contestId}
            label={`${what}の一覧`}
            media={media}
            shownId={isCover ? media[0]?.id : undefined}
            canReorder={!isCover}
          />
        )}
      </Stack>
    </DataCard>
  );
};

/** The tab of a contest's covers and samples. */
export const MediaTab = ({ contest: { id } }: { contest: Pick<Contest, 'id'> }) => (
  <Stack gap="lg">
    <MediaSection
      contestId={id}
      category="cover-image"
      title="カバー画像"
      what="カバー画像"
      only="image"
      lead="トップページの大会一覧に表示される画像です。いちばん新しくアップロードした画像が表示されます。前の画像に戻すには、それより新しい画像を削除してください。"
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
