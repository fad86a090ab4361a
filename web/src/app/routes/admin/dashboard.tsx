import { Container, Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { PageTitle } from '../../../components/ui/page-title.tsx';
import { ContestTab } from '../../../features/admin-contests/components/contest-tab.tsx';
import { OrderTab } from '../../../features/admin-orders/components/order-tab.tsx';
import { SalesTab } from '../../../features/admin-sales/components/sales-tab.tsx';
import { UserTab } from '../../../features/admin-users/components/user-tab.tsx';
import { DashboardTools } from '../../layouts/dashboard-tools.tsx';
import { useLeaveBackOffice } from '../../layouts/use-leave-back-office.ts';

const Users = () => <UserTab onSelfDeleted={useLeaveBackOffice()} />;

/** The dashboard's tabs; the first is shown when the address names none. */
const tabs = [
  { key: 'contests', label: '大会管理', Component: ContestTab },
  { key: 'orders', label: '動画注文一覧', Component: OrderTab },
  { key: 'sales', label: '売上統計', Component: SalesTab },
  { key: 'users', label: 'ユーザー管理', Component: Users },
] as const;

export const DashboardPage = () => {
  const [search, setSearch] = useSearchParams();
  const active = tabs.find(({ key }) => key === search.get('tab')) ?? tabs[0];

  return (
    <Container size="xl" py="lg">
      <PageTitle documentTitle="管理ダッシュボード" mb="md">
        管理ダッシュボード
      </PageTitle>
      <Tabs value={active.key} onChange={(key) => setSearch(key === null ? {} : { tab: key })} keepMounted={false}>
        <Tabs.List mb="lg">
          {tabs.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key} mih={48} fw={600}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, Component }) => (
          <Tabs.Panel key={key} value={key}>
            <Component />
          </Tabs.Panel>
        ))}
      </Tabs>
      <DashboardTools />
    </Container>
  );
};
