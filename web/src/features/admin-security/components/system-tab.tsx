import { Stack } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { DeadLetters } from './dead-letters.tsx';

type Health = SecurityDashboard['systemHealth'];

const guards = [
  { name: 'fraudDetectionActive', label: '不正ログインの検知', purpose: '接続元や端末、失敗の回数からログインのリスクを評価します。' },
  { name: 'rateLimitingActive', label: 'アクセス頻度の制限', purpose: '短時間に繰り返される操作を制限します。' },
  { name: 'twoFactorActive', label: '二段階認証', purpose: '管理者のログインに、パスワードのほかに認証コードを求めます。' },
  { name: 'ipRestrictionActive', label: 'IPアドレスのブロック', purpose: '失敗を繰り返す接続元からのログインを停止します。' },
  { name: 'accountLockoutActive', label: 'アカウントロック', purpose: 'ログインの失敗が続いたアカウントを一時的にロックします。' },
] as const satisfies readonly { name: keyof Health; label: string; purpose: string }[];

type Guard = (typeof guards)[number] & { isActive: boolean };

const columns: readonly Column<Guard>[] = [
  { label: '機能', cell: ({ label }) => <strong>{label}</strong> },
  {
    label: '状態',
    cell: ({ isActive }) => (isActive ? <StatusBadge tone="positive">有効</StatusBadge> : <StatusBadge tone="negative">無効</StatusBadge>),
  },
  { label: '内容', cell: ({ purpose }) => purpose },
];

/** The tab with the shop's active protections, and the messages that no service could process. */
export const SystemTab = ({ dashboard: { systemHealth } }: { dashboard: SecurityDashboard }) => (
  <Stack gap="md">
    <DataCard title="セキュリティ機能の状態">
      <RecordTable
        label="セキュリティ機能の状態"
        rows={guards.map((guard) => ({ ...guard, isActive: systemHealth[guard.name] }))}
        keyOf={({ name }) => name}
        columns={columns}
      />
    </DataCard>
    <DeadLetters />
  </Stack>
);
