import { Anchor, Stack } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { Link } from 'react-router-dom';
import { Stat, StatList } from '../../../components/ui/stat-list.tsx';
import { paths } from '../../../config/paths.ts';
import styles from './users-tab.module.css';

/** The tab with the numbers of accounts. */
export const UsersTab = ({ dashboard: { userAccounts } }: { dashboard: SecurityDashboard }) => (
  <Stack gap="md" align="stretch">
    <StatList>
      <Stat name="登録ユーザー数">{userAccounts.totalUsers}人</Stat>
      <Stat name="アクティブユーザー数" note="この期間にログインした人数">
        {userAccounts.activeUsers}人
      </Stat>
      <Stat name="ロック中のアカウント">{userAccounts.lockedAccounts}件</Stat>
      <Stat name="新規登録" note="直近24時間">
        {userAccounts.newRegistrations}人
      </Stat>
    </StatList>
    <div>
      <Anchor component={Link} to={`${paths.admin.to()}?tab=users`} className={styles.link}>
        ユーザー管理を開く
      </Anchor>
    </div>
  </Stack>
);
