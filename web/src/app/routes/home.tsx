import { Container, Stack } from '@mantine/core';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { ContestList } from '../../features/contests/components/contest-list.tsx';
import { HomeBanner } from '../../features/contests/components/home-banner.tsx';
import { OrderSteps } from '../../features/contests/components/order-steps.tsx';

export const HomePage = () => (
  <>
    <HomeBanner />
    <Container size="lg" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <OrderSteps />
        <Stack gap="md">
          <PageTitle documentTitle="">動画を販売中の大会</PageTitle>
          <ContestList />
        </Stack>
      </Stack>
    </Container>
  </>
);
