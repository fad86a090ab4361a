import { Container } from '@mantine/core';
import { AddressTabs } from '../../../components/ui/address-tabs.tsx';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { BulkDelivery } from '../../../features/admin-bulk-delivery/components/bulk-delivery.tsx';
import { findContradictions } from '../../../features/admin-bulk-delivery/matching/use-registered.ts';
import { ContestTab } from '../../../features/admin-contests/components/contest-tab.tsx';
import { CustomerReports } from '../../../features/admin-follow-up/components/customer-reports.tsx';
import { NotificationSettings } from '../../../features/admin-follow-up/components/notification-settings.tsx';
import { OrderTaskBadge, OrderTasks } from '../../../features/admin-follow-up/components/order-tasks.tsx';
import { type OrderParts, OrderPartsProvider } from '../../../features/admin-orders/components/order-parts.ts';
import { OrderTab } from '../../../features/admin-orders/components/order-tab.tsx';
import { SalesTab } from '../../../features/admin-sales/components/sales-tab.tsx';
import { SignInAgain } from '../../../features/admin-session/components/sign-in-again.tsx';
import { TodayStrip } from '../../../features/admin-today/components/today-strip.tsx';
import { UserTab } from '../../../features/admin-users/components/user-tab.tsx';
import { DashboardLinks } from '../../layouts/dashboard-tools.tsx';
import { useLeaveBackOffice } from '../../layouts/use-leave-back-office.ts';

const signInAgain = (onSignedIn: () => void) => <SignInAgain onSignedIn={onSignedIn} />;
const orderParts: OrderParts = {
  BulkDelivery: (props) => <BulkDelivery {...props} renderSignIn={signInAgain} />,
  NotificationSettings,
  OrderTasks,
  OrderTaskBadge,
  CustomerReports,
  findContradictions,
};
const Orders = () => (
  <OrderPartsProvider value={orderParts}>
    <OrderTab />
  </OrderPartsProvider>
);
const Users = () => <UserTab onSelfDeleted={useLeaveBackOffice()} renderSignIn={signInAgain} />;

/** The tabs of the dashboard; the first is the default. */
const tabs = [
  { key: 'contests', label: '大会管理', Component: ContestTab },
  { key: 'orders', label: '動画注文一覧', Component: Orders },
  { key: 'sales', label: '売上統計', Component: SalesTab },
  { key: 'users', label: 'ユーザー管理', Component: Users },
] as const;

export const DashboardPage = () => {
  return (
    <Container size="xl" py="sm">
      <PageTitle documentTitle="管理ダッシュボード" size="h3" mb="xs">
        管理ダッシュボード
      </PageTitle>
      <TodayStrip />
      <AddressTabs tabs={tabs.map(({ Component, ...tab }) => ({ ...tab, content: <Component /> }))} />
      <DashboardLinks />
    </Container>
  );
};
