import { Box, Button, Container, Stack, Text } from '@mantine/core';
import { type Contest, isSameSlug, refusalMessages } from '@stagereel/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { athletesQuery, categoriesQuery, contestsQuery } from '../../api/contests.ts';
import { ErrorPanel } from '../../components/ui/error-panel.tsx';
import { LoadingText } from '../../components/ui/loading-text.tsx';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { paths } from '../../config/paths.ts';
import { VenuePrint } from '../../features/venue-print/components/venue-print.tsx';
import { userMessageOf } from '../../lib/api-error.ts';

const LOAD_FAILED = 'しばらくしてからもう一度お試しください。';

const ContestSheets = ({ contest }: { contest: Contest }) => {
  const categories = useQuery(categoriesQuery(contest.id));
  const athletes = useQuery(athletesQuery(contest.id));
  if (categories.data && athletes.data) return <VenuePrint contest={contest} categories={categories.data} athletes={athletes.data} />;
  const failed = categories.error ?? athletes.error;
  if (failed === null) return <LoadingText />;
  const retry = () => void Promise.all([categories, athletes].filter(({ isError }) => isError).map(({ refetch }) => refetch()));
  return (
    <ErrorPanel title="選手の一覧を読み込めませんでした" onRetry={retry} isRetrying={categories.isFetching || athletes.isFetching}>
      {userMessageOf(failed, LOAD_FAILED)}
    </ErrorPanel>
  );
};

/** Sheets for the venue of a contest. An admin can print them before the contest is published. */
export const PrintPage = () => {
  const { contestSlug = '' } = useParams();
  const { data, error, isPending, refetch, isFetching } = useQuery(contestsQuery());
  const contest = data?.find(({ slug }) => isSameSlug(slug, contestSlug));

  return (
    // Without padding of its own: on paper, the sheets begin at the edge.
    <Container size="md">
      <Stack gap="lg">
        <Box pt="lg" className="screen-only">
          <PageTitle documentTitle={contest ? `${contest.name}の印刷物` : '会場用の印刷物'}>会場用の印刷物</PageTitle>
          {contest && (
            <Text c="dimmed" fw={500}>
              {contest.name}
            </Text>
          )}
        </Box>
        {isPending && <LoadingText />}
        {error !== null && contest === undefined && (
          <ErrorPanel title="大会を読み込めませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
            {userMessageOf(error, LOAD_FAILED)}
          </ErrorPanel>
        )}
        {data && contest === undefined && (
          <Stack align="flex-start">
            <Text>{refusalMessages.ContestNotFound}</Text>
            <Button component={Link} to={paths.home.to()}>
              販売中の大会を見る
            </Button>
          </Stack>
        )}
        {contest && <ContestSheets key={contest.id} contest={contest} />}
      </Stack>
    </Container>
  );
};
