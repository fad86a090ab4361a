import { Button, Container, Stack, Text } from '@mantine/core';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { downloadPageQuery } from '../../api/download.ts';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { DownloadDetails } from '../../features/download/components/download-details.tsx';
import { RecalledNotice } from '../../features/download/components/recalled-notice.tsx';
import { ApiError, userMessageOf } from '../../lib/api-error.ts';

const LOAD_FAILED = 'しばらくしてからもう一度お試しください。';

/** A 404 is final; only other failures can be retried. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);
const isRecalled = (error: unknown): boolean => error instanceof ApiError && error.code === ('DownloadRecalled' satisfies ErrorCode);
const isClosed = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

/** Leads to the form that mails the right link. */
const LookupButton = () => (
  <Button component={Link} to={paths.orderLookup.to()} variant="default" mt="sm">
    ご注文の照会
  </Button>
);

export const DownloadPage = () => {
  const { downloadPageId = '' } = useParams();
  const { data, dataUpdatedAt, error, isPending, isSuccess, isFetching, refetch } = useQuery(downloadPageQuery(downloadPageId));

  // A recall stays visible until the page is fetched successfully: a failed or pending request does not show the videos again.
  const [recalledId, setRecalledId] = useState<string | null>(null);
  const wasRecalled = recalledId === downloadPageId;
  if (isRecalled(error) && !wasRecalled) setRecalledId(downloadPageId);
  if (isSuccess && wasRecalled) setRecalledId(null);
  // When a recall is detected, cached data of the page is not shown any more.
  const page = wasRecalled ? undefined : data;
  const isGone = isMissing(error) || isClosed(error);
  const isWaiting = wasRecalled && !isGone;

  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageTitle documentTitle="動画のダウンロード">動画のダウンロード</PageTitle>
        {isPending && !isWaiting && <LoadingText />}
        {page && <DownloadDetails pageId={downloadPageId} page={page} loadedAt={dataUpdatedAt} />}
        {isWaiting && (
          <RecalledNotice
            problem={error === null || isRecalled(error) ? null : userMessageOf(error, LOAD_FAILED)}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        )}
        {!page && isMissing(error) && (
          <ErrorPanel title={errorCatalogue.DownloadPageNotFound.message}>
            <Text>
              メールに記載されたアドレスをもう一度ご確認ください。有効期限が切れている可能性もあります。注文番号とメールアドレスから、ご注文内容とダウンロードページをお調べできます。
            </Text>
            <LookupButton />
          </ErrorPanel>
        )}
        {!page && isClosed(error) && (
          <ErrorPanel title="ダウンロードできません">
            <Text>{userMessageOf(error, errorCatalogue.DownloadPageExpired.message)}</Text>
            <LookupButton />
          </ErrorPanel>
        )}
        {!page && error !== null && !isGone && !isWaiting && (
          <ErrorPanel title="ダウンロードページを読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
            {userMessageOf(error, LOAD_FAILED)}
          </ErrorPanel>
        )}
      </Stack>
    </Container>
  );
};
