import { Container, Stack } from '@mantine/core';
import { type ErrorCode, errorCatalogue } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { downloadPageQuery } from '../../features/download/api/get-download-page.ts';
import { DownloadDetails } from '../../features/download/components/download-details.tsx';
import { RecalledNotice } from '../../features/download/components/recalled-notice.tsx';
import { ApiError, userMessageOf } from '../../lib/api-error.ts';

const LOAD_FAILED = 'しばらくしてからもう一度お試しください。';

/** An address that leads nowhere stays so; only other failures can be tried again. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);
const isRecalled = (error: unknown): boolean => error instanceof ApiError && error.code === ('DownloadRecalled' satisfies ErrorCode);
const isClosed = (error: unknown): boolean => error instanceof ApiError && error.status === 410;

export const DownloadPage = () => {
  const { downloadPageId = '' } = useParams();
  const { data, dataUpdatedAt, error, isPending, isFetching, refetch } = useQuery(downloadPageQuery(downloadPageId));

  // A page that was open until then shows nothing more of what was taken back.
  const page = isRecalled(error) ? undefined : data;

  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageTitle documentTitle="動画のダウンロード">動画のダウンロード</PageTitle>
        {isPending && <LoadingText />}
        {page && <DownloadDetails pageId={downloadPageId} page={page} loadedAt={dataUpdatedAt} />}
        {isRecalled(error) && <RecalledNotice onRetry={() => void refetch()} isRetrying={isFetching} />}
        {!data && isMissing(error) && (
          <ErrorPanel title={errorCatalogue.DownloadPageNotFound.message}>
            メールに記載されたアドレスをもう一度ご確認ください。有効期限が切れている可能性もあります。
          </ErrorPanel>
        )}
        {!data && isClosed(error) && (
          <ErrorPanel title="ダウンロードできません">{userMessageOf(error, errorCatalogue.DownloadPageExpired.message)}</ErrorPanel>
        )}
        {!data && error !== null && !isMissing(error) && !isClosed(error) && !isRecalled(error) && (
          <ErrorPanel title="ダウンロードページを読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
            {userMessageOf(error, LOAD_FAILED)}
          </ErrorPanel>
        )}
      </Stack>
    </Container>
  );
};
