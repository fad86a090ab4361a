import { Container, Stack } from '@mantine/core';
import { BackButton } from '../../../components/ui/back-button.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { paths } from '../../../config/paths.ts';
import { SecurityPanel } from '../../../features/admin-security/components/security-panel.tsx';

export const SecurityPage = () => (
  <Container size="xl" py="lg">
    <Stack gap="md">
      <div>
        <BackButton to={paths.admin.to()}>ダッシュボードに戻る</BackButton>
      </div>
      <PageTitle documentTitle="セキュリティ監視">セキュリティ監視</PageTitle>
      <SecurityPanel />
    </Stack>
  </Container>
);
