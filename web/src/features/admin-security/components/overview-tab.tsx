import { Group, List, Stack, Text } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { Stat, StatList } from '../../../components/ui/stat-list.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { percentText } from '../lib/percent.ts';
import { riskWords } from '../lib/risk.ts';

const TextList = ({ texts, otherwise }: { texts: readonly string[]; otherwise: string }) =>
  texts.length === 0 ? (
    <Text c="dimmed">{otherwise}</Text>
  ) : (
    <List spacing={6}>
      {texts.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );

/** The tab with the overview. */
export const OverviewTab = ({ dashboard }: { dashboard: SecurityDashboard }) => {
  const { riskAssessment, loginSecurity, ipSecurity, userAccounts } = dashboard;
  const { word, tone } = riskWords[riskAssessment.overallRiskLevel];
  return (
    <Stack gap="md">
      <DataCard title="リスク評価">
        <Stack gap="md">
          <Group gap="sm">
            <Text fw={600}>総合リスクレベル</Text>
            <StatusBadge tone={tone}>{word}</StatusBadge>
          </Group>
          <div>
            <Text fw={600} mb={4}>
              リスク要因
            </Text>
            <TextList texts={riskAssessment.riskFactors} otherwise="リスク要因は検出されていません。" />
          </div>
          <div>
            <Text fw={600} mb={4}>
              推奨される対応
            </Text>
            <TextList texts={riskAssessment.recommendations} otherwise="いま必要な対応はありません。" />
          </div>
        </Stack>
      </DataCard>
      <StatList>
        <Stat name="ログイン試行">{loginSecurity.totalLoginAttempts}回</Stat>
        <Stat name="ログイン成功率">{percentText(loginSecurity.successRate)}</Stat>
        <Stat name="ログイン失敗">{loginSecurity.failedLogins}回</Stat>
        <Stat name="高リスクの試行">{loginSecurity.highRiskAttempts}回</Stat>
        <Stat name="ブロックした試行">{loginSecurity.blockedAttempts}回</Stat>
        <Stat name="ブロック中の接続元">{ipSecurity.blockedIPs.length}件</Stat>
        <Stat name="ロック中のアカウント">{userAccounts.lockedAccounts}件</Stat>
        <Stat name="新規登録">{userAccounts.newRegistrations}人</Stat>
      </StatList>
    </Stack>
  );
};
