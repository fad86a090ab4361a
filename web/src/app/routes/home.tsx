import { Container } from '@mantine/core';
import { PageTitle } from '../../components/ui/page-title.tsx';

export const HomePage = () => (
  <Container py="xl">
    <PageTitle documentTitle="">公開中の大会</PageTitle>
  </Container>
);
