import { Stack } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { Stat, StatList } from '../../../components/ui/stat-list.tsx';
import { percentText } from '../lib/percent.ts';
import { BlockedAddresses } from './blocked-addresses.tsx';
import { LoginChart } from './login-chart.tsx';
import { RecentEvents } from './recent-events.tsx';
import { SuspiciousAddresses } from './suspicious-addresses.tsx';
import { TrustedAddresses } from './trusted-addresses.tsx';

/** Who tried to sign in, when, and from where. */
export const LoginsTab = ({ dashboard: { loginSecurity, ipSecurity, recentEvents } }: { dashboard: SecurityDashboard }) => (
  <Stack gap="md">
    <StatList>
      <Stat name="ログイン試行">{loginSecurity.totalLoginAttempts}回</Stat>
      <Stat name="成功">{loginSecurity.successfulLogins}回</Stat>
      <Stat name="失敗">{loginSecurity.failedLogins}回</Stat>
      <Stat name="成功率">{percentText(loginSecurity.successRate)}</Stat>
      <Stat name="高リスクの試行">{loginSecurity.highRiskAttempts}回</Stat>
      <Stat name="ブロックした試行">{loginSecurity.blockedAttempts}回</Stat>
      <Stat name="接続元IPアドレス">{ipSecurity.uniqueIPs}件</Stat>
    </StatList>
    <LoginChart byHour={loginSecurity.byHour} />
    <RecentEvents events={recentEvents} />
    <SuspiciousAddresses addresses={ipSecurity.suspiciousIPs} />
    <BlockedAddresses addresses={ipSecurity.blockedIPs} />
    <TrustedAddresses addresses={ipSecurity.trustedIPs} />
  </Stack>
);
