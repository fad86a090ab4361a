import { Text } from '@mantine/core';
import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { eventWords, levelOfScore, riskWords } from '../lib/risk.ts';

type SecurityEvent = SecurityDashboard['recentEvents'][number];

const EventBadge = ({ type }: Pick<SecurityEvent, 'type'>) => {
  const { word, tone } = eventWords[type];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
};

const RiskBadge = ({ riskScore }: Pick<SecurityEvent, 'riskScore'>) => {
  const { word, tone } = riskWords[levelOfScore(riskScore)];
  return (
    <StatusBadge tone={tone}>
      {word}（{riskScore}）
    </StatusBadge>
  );
};

const columns: readonly Column<SecurityEvent>[] = [
  { label: '日時', cell: ({ timestamp }) => formatDateTime(timestamp) },
  { label: '種類', cell: EventBadge },
  { label: 'メールアドレス', cell: ({ email }) => email },
  { label: 'IPアドレス', cell: ({ ip }) => ip },
  { label: 'リスク', cell: RiskBadge },
];

/** A machine that tries passwords makes the same event twice within a millisecond. */
const keyOf = ({ timestamp, type }: SecurityEvent, index: number): string => [timestamp, type, index].join(' ');

/** What was tried last, newest first. */
export const RecentEvents = ({ events }: { events: readonly SecurityEvent[] }) => (
  <DataCard title="最近のイベント">
    {events.length === 0 ? (
      <Text c="dimmed">この期間のイベントはありません。</Text>
    ) : (
      <RecordTable label="最近のイベント" rows={events} keyOf={keyOf} columns={columns} />
    )}
  </DataCard>
);
