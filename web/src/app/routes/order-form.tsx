import { Button, Container, Group, Stack, Text } from '@mantine/core';
import { type Contest, isSameSlug, refusalMessages } from '@stagereel/contracts';
import { IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { athletesQuery, categoriesQuery, contestsQuery } from '../../api/contests.ts';
import { CheckoutSteps } from '../../components/order/checkout-steps.tsx';
import { EmptyState } from '../../components/ui/empty-state.tsx';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { OrderForm } from '../../features/order-form/components/order-form.tsx';
import { OrderColumn, OrderLayout } from '../../features/order-form/components/order-layout.tsx';
import { PriceGuide } from '../../features/order-form/components/price-guide.tsx';
import { Samples, SamplesExpected } from '../../features/order-form/components/samples.tsx';
import { orderableAthletes, priceRangeOf, priceRangeText } from '../../features/order-form/lib/assortment.ts';
import { ShareContest } from '../../features/sharing/components/share-contest.tsx';
import { userMessageOf } from '../../lib/api-error.ts';
import { type OrderItemData, savedData } from '../../lib/saved-data.ts';

const LOAD_FAILED = 'しばらくしてからもう一度お試しください。';

const ToContests = () => (
  <Button component={Link} to={paths.home.to()}>
    販売中の大会を見る
  </Button>
);

/** As high as the contest's name and its price, so that what is below them does not move when they arrive. */
const TextExpected = () => (
  <div aria-hidden>
    <Text fw={500}>&nbsp;</Text>
    <Text fz="lg">&nbsp;</Text>
  </div>
);

/** The title, the contest with the price of its videos, and how to share its link. */
const Title = ({ contest, price, isExpected = false }: { contest?: Contest; price?: Contest['priceRange']; isExpected?: boolean }) => (
  <div>
    <Group justify="space-between" wrap="nowrap" gap="sm">
      <PageTitle documentTitle={contest?.videoPublished ? `${contest.name}の動画を購入` : '動画の注文'}>動画の注文</PageTitle>
      {contest?.videoPublished && <ShareContest contest={contest} />}
      {isExpected && <ShareContest />}
    </Group>
    {isExpected && <TextExpected />}
    {contest && (
      <Text c="dimmed" fw={500}>
        {contest.name}
      </Text>
    )}
    {price && (
      <Text fw={700} fz="lg">
        {priceRangeText(price)}
      </Text>
    )}
  </div>
);

const steps = <CheckoutSteps current="items" />;

const useAssortment = (contestId: string) => {
  const categories = useQuery(categoriesQuery(contestId));
  const athletes = useQuery(athletesQuery(contestId));
  const assortment = useMemo(
    () => (categories.data && athletes.data ? orderableAthletes(categories.data, athletes.data) : null),
    [categories.data, athletes.data],
  );
  return {
    assortment,
    failed: categories.error ?? athletes.error,
    isRetrying: categories.isFetching || athletes.isFetching,
    retry: () => void Promise.all([categories, athletes].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  };
};

const ContestOrder = ({ contest }: { contest: Contest }) => {
  const navigate = useNavigate();
  const { assortment, failed, isRetrying, retry } = useAssortment(contest.id);

  const goOn = (items: OrderItemData[]) => {
    savedData.write('orderData', { contestId: contest.id, contestSlug: contest.slug, contestName: contest.name, items });
    void navigate(paths.orderConfirmation.to());
  };

  if (assortment?.athletes.length === 0) {
    return (
      <OrderLayout steps={steps} offer={<Title contest={contest} />} details={null} hasSamples={false}>
        <OrderColumn>
          <EmptyState icon={IconClock} title="準備中">
            <Text>この大会の動画は、ただいま販売の準備をしています。販売が始まるまで、お待ちください。</Text>
            <ToContests />
          </EmptyState>
        </OrderColumn>
      </OrderLayout>
    );
  }

  return (
    <OrderLayout
      steps={steps}
      offer={
        <>
          <Title contest={contest} price={assortment === null ? contest.priceRange : priceRangeOf(assortment)} />
          <Samples contest={contest} />
        </>
      }
      // After the athletes: on a phone, the form would push it down.
      details={assortment !== null && <PriceGuide contestId={contest.id} />}
      hasSamples={contest.hasSamples}
    >
      {assortment !== null && <OrderForm contestSlug={contest.slug} assortment={assortment} onContinue={goOn} />}
      {assortment === null && (
        <OrderColumn>
          {failed === null ? (
            <LoadingText />
          ) : (
            <ErrorPanel title="選手の一覧を読み込めませんでした" onRetry={retry} isRetrying={isRetrying}>
              {userMessageOf(failed, LOAD_FAILED)}
            </ErrorPanel>
          )}
        </OrderColumn>
      )}
    </OrderLayout>
  );
};

const NotOnSale = ({ children }: { children: string }) => (
  <Stack align="flex-start">
    <Text>{children}</Text>
    <ToContests />
  </Stack>
);

export const OrderFormPage = () => {
  const { contestSlug = '' } = useParams();
  const { data, error, isPending, refetch, isFetching } = useQuery(contestsQuery());
  const contest = data?.find(({ slug }) => isSameSlug(slug, contestSlug));
  if (contest?.videoPublished) {
    return (
      <Container size="lg">
        <ContestOrder key={contest.id} contest={contest} />
      </Container>
    );
  }
  return (
    <Container size="lg">
      <OrderLayout
        steps={steps}
        offer={
          <>
            <Title {...(contest && { contest })} isExpected={isPending} />
            {isPending && <SamplesExpected />}
          </>
        }
        details={null}
        hasSamples={false}
      >
        <OrderColumn>
          {isPending && <LoadingText />}
          {error !== null && contest === undefined && (
            <ErrorPanel title="大会を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
              {userMessageOf(error, LOAD_FAILED)}
            </ErrorPanel>
          )}
          {data && contest === undefined && <NotOnSale>{refusalMessages.ContestNotFound}</NotOnSale>}
          {contest && <NotOnSale>{refusalMessages.ContestNotPublished}</NotOnSale>}
        </OrderColumn>
      </OrderLayout>
    </Container>
  );
};
