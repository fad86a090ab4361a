import { Button, Container, Group, Stack, Text } from '@mantine/core';
import type { OrderStatusPage as Page } from '@stagereel/contracts';
import { errorCatalogue, formatDate } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { isUnknownOrder, orderStatusQuery } from '../../api/order-status.ts';
import { OrderProgress } from '../../components/order/order-progress.tsx';
import { OrderedVideos } from '../../components/order/ordered-videos.tsx';
import { DataCard } from '../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LinkList } from '../../components/ui/link-list.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { DeliveryFeedback } from '../../features/order-status/components/delivery-feedback.tsx';
import { userMessageOf } from '../../lib/api-error.ts';
import { progressOf } from '../../lib/order-progress.ts';

const Details = ({ page, statusPath, isStale }: { page: Page; statusPath: string; isStale: boolean }) => {
  const kind = progressOf(page);
  const isAwaited = kind === 'in-production' || kind === 'late' || kind === 'recalled' || kind === 'partly-delivered';
  return (
    <>
      <Group gap="0.25rem 1rem" c="dimmed">
        <span>
          注文番号 <strong>{page.orderNumber}</strong>
        </span>
        <span>注文日 {formatDate(page.orderDate)}</span>
      </Group>
      <OrderProgress page={page}>
        {(kind === 'delivered' || kind === 'partly-delivered') && (
          <Button
            component={Link}
            to={paths.orderLookup.to()}
            state={{ orderNumber: page.orderNumber }}
            variant="default"
            // On the narrowest phones the label takes two lines.
            h="auto"
            mih={48}
            px="sm"
            py="xs"
            styles={{ label: { whiteSpace: 'normal', overflow: 'visible' } }}
          >
            ダウンロードのご案内メールを再送する
          </Button>
        )}
        {isAwaited && (
          <Text size="sm" c="dimmed">
            {isStale ? '最新の状況を確認できませんでした。しばらくすると、自動でもう一度確認します。' : 'この画面は自動で更新されます。'}
          </Text>
        )}
      </OrderProgress>
      <DeliveryFeedback page={page} statusPath={statusPath} />
      <DataCard title="ご注文内容">
        <OrderedVideos page={page} />
      </DataCard>
      <Text size="sm" c="dimmed">
        このページから動画をダウンロードすることはできません。ダウンロードのご案内は、ご注文時のメールアドレスにだけお送りします。
      </Text>
    </>
  );
};

const UnknownOrder = () => (
  <ErrorPanel title={errorCatalogue.OrderNotFound.message}>
    <Stack align="flex-start" gap="sm">
      <Text>
        アドレスが途中で切れていないか、メールのリンクをもう一度ご確認ください。注文番号とメールアドレスを入力すると、ご注文の状況をメールでご案内します。
      </Text>
      <Button component={Link} to={paths.orderLookup.to()} variant="default">
        ご注文の照会
      </Button>
    </Stack>
  </ErrorPanel>
);

/** The progress of one order, for everybody who has its address. */
export const OrderStatusPage = () => {
  const { token = '' } = useParams();
  const statusPath = paths.orderStatus.to(token);
  const { data, error, isPending, isFetching, refetch } = useQuery(orderStatusQuery(statusPath));
  // An address that no longer leads anywhere was replaced; what it showed before is not shown any more.
  const page = isUnknownOrder(error) ? undefined : data;

  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageTitle documentTitle="ご注文の状況">ご注文の状況</PageTitle>
        {isPending && <LoadingText />}
        {page && <Details page={page} statusPath={statusPath} isStale={error !== null} />}
        {isUnknownOrder(error) && <UnknownOrder />}
        {!page && error !== null && !isUnknownOrder(error) && (
          <ErrorPanel title="ご注文の状況を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
            {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
          </ErrorPanel>
        )}
        <Group justify="center">
          <LinkList
            label="ほかのページ"
            direction="row"
            links={[
              { label: 'メールが届かないとき', to: paths.emailSupport.to() },
              { label: 'ホームに戻る', to: paths.home.to() },
            ]}
          />
        </Group>
      </Stack>
    </Container>
  );
};
