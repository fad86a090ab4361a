import { Container, Stack } from '@mantine/core';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { AboutText } from '../../features/about/components/about-text.tsx';

export const AboutPage = () => (
  <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
    <Stack gap="lg">
      <PageTitle documentTitle="StageReelについて">StageReelについて</PageTitle>
      <AboutText />
    </Stack>
  </Container>
);
