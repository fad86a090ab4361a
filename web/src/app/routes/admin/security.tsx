import { Container, Stack } from '@mantine/core';
import { useLogOutAdminEverywhere } from '../../../api/admin-session.ts';
import { BackButton } from '../../../components/ui/back-button.tsx';
import { LogOutEverywhere } from '../../../components/ui/log-out-everywhere.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { paths } from '../../../config/paths.ts';
import { SecurityPanel } from '../../../features/admin-security/components/security-panel.tsx';
import { showToast } from '../../../lib/toast.ts';
import { useLeaveBackOffice } from '../../layouts/use-leave-back-office.ts';

const LogOutEverywhereCard = () => {
  const leave = useLeaveBackOffice();
  const { mutate, isPending, error } = useLogOutAdminEverywhere({
    onLoggedOut: () => {
      void showToast({ message: 'すべての端末からログアウトしました。', tone: 'success' });
      leave();
    },
  });
  return <LogOutEverywhere onConfirm={() => mutate()} isPending={isPending} error={error} />;
};

export const SecurityPage = () => (
  <Container size="xl" py="lg">
    <Stack gap="md">
      <div>
        <BackButton to={paths.admin.to()}>ダッシュボードに戻る</BackButton>
      </div>
      <PageTitle documentTitle="セキュリティ監視">セキュリティ監視</PageTitle>
      <SecurityPanel />
      <LogOutEverywhereCard />
    </Stack>
  </Container>
);
