import { Divider, Stack, Text } from '@mantine/core';
import type { Media, MediaType } from '@stagereel/contracts';
import { IconPhoto } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { EmptyState } from '../../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { UploadPanel } from '../../../components/upload/upload-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { adminMediaQuery } from '../api/list-media.ts';
import { useMediaChange } from '../api/use-media-change.ts';
import { newestOf } from '../lib/media-order.ts';
import { mediaFailures } from '../lib/media-words.ts';
import { MediaList } from './media-list.tsx';

type Props = {
  contestId: string;
  category: Media['category'];
  title: string;
  what: string;
  only?: MediaType;
  lead: ReactNode;
  hint: ReactNode;
};

/** The media of one category: uploading them, and the list of those that are there. */
export const MediaSection = ({ contestId, category, title, what, only, lead, hint }: Props) => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(adminMediaQuery(contestId));
  const onUploaded = useMediaChange(contestId);
  const media = data?.filter((one) => one.category === category);
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
            shownId={category === 'cover-image' ? newestOf(media)?.id : undefined}
          />
        )}
      </Stack>
    </DataCard>
  );
};
