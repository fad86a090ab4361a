import { Container, Stack } from '@mantine/core';
import { PageTitle } from '../../components/ui/page-title.tsx';
import { LegalNotice } from '../../features/legal/components/legal-notice.tsx';

export const LegalNoticePage = () => (
  <Container size="sm" pt={{ base: 'md', sm: 'xl' }}>
    <Stack gap="lg">
      <PageTitle documentTitle="特定商取引法に基づく表記">特定商取引法に基づく表記</PageTitle>
      <LegalNotice />
    </Stack>
  </Container>
);
