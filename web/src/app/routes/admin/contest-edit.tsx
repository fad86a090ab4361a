import { Button, Container, Group, Stack } from '@mantine/core';
import { IconArrowLeft, IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { adminContestQuery } from '../../../api/admin-contests.ts';
import { AddressTabs } from '../../../components/ui/address-tabs.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { paths } from '../../../config/paths.ts';
import { AthleteTab } from '../../../features/admin-contests/components/athlete-tab.tsx';
import { ContentTab } from '../../../features/admin-contests/components/content-tab.tsx';
import { ContestNameEditor } from '../../../features/admin-contests/components/contest-name-editor.tsx';
import { MediaTab } from '../../../features/admin-media/components/media-tab.tsx';
import { ApiError, userMessageOf } from '../../../lib/api-error.ts';

/** The tabs of the edit screen; the first is the default. */
const tabs = [
  { key: 'athletes', label: '選手管理', Component: AthleteTab },
  { key: 'media', label: 'カバー画像', Component: MediaTab },
  { key: 'content', label: 'コンテンツ管理', Component: ContentTab },
] as const;

const missingText = (contestId: string): string => `大会ID「${contestId}」の大会は存在しないか、削除されています。`;

const BackButton = ({ children }: { children: string }) => (
  <Button component={Link} to={paths.admin.to()} variant="subtle" size="sm" h={44} leftSection={<IconArrowLeft size={18} aria-hidden />}>
    {children}
  </Button>
);

export const ContestEditPage = () => {
  const { contestId = '' } = useParams();
  const { data: contest, isPending, isError, error, refetch, isFetching } = useQuery(adminContestQuery(contestId));

  if (isPending) return <LoadingText />;
  if (isError) {
    const isMissing = error instanceof ApiError && error.status === 404;
    return (
      <Container size="sm" py="xl">
        <Stack align="flex-start">
          <PageTitle documentTitle="大会の編集">大会の編集</PageTitle>
          {isMissing ? (
            <ErrorPanel title="大会が見つかりませんでした">{missingText(contestId)}</ErrorPanel>
          ) : (
            <ErrorPanel title="大会を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching} retryLabel="再読み込み">
              {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
            </ErrorPanel>
          )}
          <BackButton>ダッシュボードに戻る</BackButton>
        </Stack>
      </Container>
    );
  }

  return (
    <Container size="xl" py="lg">
      <Stack gap="md">
        <Group justify="space-between">
          <BackButton>戻る</BackButton>
          <Button
            component="a"
            href={paths.print.to(contest.slug)}
            target="_blank"
            rel="noopener"
            variant="default"
            size="sm"
            h={44}
            leftSection={<IconQrcode size={18} aria-hidden />}
          >
            会場用の印刷物<span className="visually-hidden">（新しいタブで開きます）</span>
          </Button>
        </Group>
        <ContestNameEditor contest={contest} />
        <AddressTabs isReplacing tabs={tabs.map(({ Component, ...tab }) => ({ ...tab, content: <Component contest={contest} /> }))} />
      </Stack>
    </Container>
  );
};
