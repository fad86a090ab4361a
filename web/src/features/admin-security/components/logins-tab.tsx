import { Stack, Text } from '@mantine/core';
import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import { Stat, StatList } from '../../../components/ui/stat-list.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { percentText } from '../lib/percent.ts';
import { eventWords, levelOfScore, riskWords } from '../lib/risk.ts';
import { LoginChart } from './login-chart.tsx';
import { BlockedAddresses, TrustedAddresses } from './removable-addresses.tsx';

type SecurityEvent = SecurityDashboard['recentEvents'][number];

const EventBadge = ({ type, count }: Pick<SecurityEvent, 'type' | 'count'>) => {
  const { word, tone } = eventWords[type];
  return <StatusBadge tone={tone}>{count > 1 ? `${word}（${count}回）` : word}</StatusBadge>;
};

const RiskBadge = ({ riskScore }: Pick<SecurityEvent, 'riskScore'>) => {
  const { word, tone } = riskWords[levelOfScore(riskScore)];
  return (
    <StatusBadge tone={tone}>
      {word}（{riskScore}）
    </StatusBadge>
  );
};

const eventColumns: readonly Column<SecurityEvent>[] = [
  { label: '日時', cell: ({ timestamp }) => formatDateTime(timestamp) },
  { label: '種類', cell: EventBadge },
  { label: 'メールアドレス', cell: ({ email }) => email },
  { label: 'IPアドレス', cell: ({ ip }) => ip },
  { label: 'リスク', cell: RiskBadge },
];

/** An attacking program can cause equal events within a millisecond, so the key contains the index. */
const keyOf = ({ timestamp, type }: SecurityEvent, index: number): string => [timestamp, type, index].join(' ');

/** The latest events, newest first. */
const RecentEvents = ({ events }: { events: readonly SecurityEvent[] }) => (
  <DataCard title="最近のイベント">
    {events.length === 0 ? (
      <Text c="dimmed">この期間のイベントはありません。</Text>
    ) : (
      <RecordTable label="最近のイベント" rows={events} keyOf={keyOf} columns={eventColumns} />
    )}
  </DataCard>
);

type Suspicious = SecurityDashboard['ipSecurity']['suspiciousIPs'][number];

const addressColumns: readonly Column<Suspicious>[] = [
  { label: 'IPアドレス', cell: ({ address }) => address },
  { label: '失敗したアカウント', cell: ({ failedAccounts }) => `${failedAccounts}件` },
  { label: '失敗回数', cell: ({ failures }) => `${failures}回` },
];

/** IP addresses with failed sign-ins to several accounts. */
const SuspiciousAddresses = ({ addresses }: { addresses: readonly Suspicious[] }) => (
  <DataCard title="不審なIPアドレス">
    {addresses.length === 0 ? (
      <Text c="dimmed">不審なIPアドレスはありません。</Text>
    ) : (
      <RecordTable label="不審なIPアドレス" rows={addresses} keyOf={({ address }) => address} columns={addressColumns} />
    )}
  </DataCard>
);

/** The tab of the sign-in attempts. */
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
