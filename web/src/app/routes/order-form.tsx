import { Button, Container, Stack, Text } from '@mantine/core';
import { type Contest, refusalMessages } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { athletesQuery, categoriesQuery, contestsQuery } from '../../api/contests.ts';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { OrderForm } from '../../features/order-form/components/order-form.tsx';
import { PriceGuide } from '../../features/order-form/components/price-guide.tsx';
import { Samples } from '../../features/order-form/components/samples.tsx';
import { orderableAthletes } from '../../features/order-form/lib/order-items.ts';
import { ShareContest } from '../../features/sharing/components/share-contest.tsx';
import { userMessageOf } from '../../lib/api-error.ts';
import { type OrderItemData, savedData } from '../../lib/saved-data.ts';

const LOAD_FAILED = 'しばらくしてからもう一度お試しください。';

const ContestOrder = ({ contest }: { contest: Contest }) => {
  const navigate = useNavigate();
  const categories = useQuery(categoriesQuery(contest.id));
  const athletes = useQuery(athletesQuery(contest.id));
  const assortment = useMemo(
    () => (categories.data && athletes.data ? orderableAthletes(categories.data, athletes.data) : null),
    [categories.data, athletes.data],
  );

  const goOn = (items: OrderItemData[]) => {
    savedData.write('orderData', { contestId: contest.id, contestSlug: contest.slug, contestName: contest.name, items });
    void navigate(paths.orderConfirmation.to());
  };

  const failed = categories.error ?? athletes.error;
  if (failed !== null && assortment === null) {
    const retry = () => void Promise.all([categories, athletes].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
    return (
      <ErrorPanel title="選手の一覧を読み込めませんでした" onRetry={retry} isRetrying={categories.isFetching || athletes.isFetching}>
        {userMessageOf(failed, LOAD_FAILED)}
      </ErrorPanel>
    );
  }
  if (assortment === null) return <LoadingText />;
  return (
    <Stack gap="lg">
      <PriceGuide contestId={contest.id} />
      <Samples contestId={contest.id} />
      <OrderForm contest={contest} assortment={assortment} onContinue={goOn} />
    </Stack>
  );
};

const NotOnSale = ({ children }: { children: string }) => (
  <Stack align="flex-start">
    <Text>{children}</Text>
    <Button component={Link} to={paths.home.to()}>
      販売中の大会を見る
    </Button>
  </Stack>
);

export const OrderFormPage = () => {
  const { contestSlug = '' } = useParams();
  const { data, error, isPending, refetch, isFetching } = useQuery(contestsQuery());
  const contest = data?.find(({ slug }) => slug === contestSlug.normalize('NFKC'));

  return (
    <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <CheckoutSteps current="items" />
        <div>
          <PageTitle documentTitle="動画の注文">動画の注文</PageTitle>
          {contest && (
            <Text c="dimmed" fw={500}>
              {contest.name}
            </Text>
          )}
          {contest?.videoPublished && <ShareContest contest={contest} />}
        </div>
        {isPending && <LoadingText />}
        {error !== null && contest === undefined && (
          <ErrorPanel title="大会を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
            {userMessageOf(error, LOAD_FAILED)}
          </ErrorPanel>
        )}
        {data && contest === undefined && <NotOnSale>{refusalMessages.ContestNotFound}</NotOnSale>}
        {contest && !contest.videoPublished && <NotOnSale>{refusalMessages.ContestNotPublished}</NotOnSale>}
        {contest?.videoPublished && <ContestOrder key={contest.id} contest={contest} />}
      </Stack>
    </Container>
  );
};
