import { Text } from '@mantine/core';
import type { SecurityDashboard } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { type Column, RecordTable } from '../../../components/ui/record-table.tsx';

type Suspicious = SecurityDashboard['ipSecurity']['suspiciousIPs'][number];

const columns: readonly Column<Suspicious>[] = [
  { label: 'IPアドレス', cell: ({ address }) => address },
  { label: '失敗したアカウント', cell: ({ failedAccounts }) => `${failedAccounts}件` },
  { label: '失敗回数', cell: ({ failures }) => `${failures}回` },
];

/** Addresses from which the sign-ins to several accounts failed. */
export const SuspiciousAddresses = ({ addresses }: { addresses: readonly Suspicious[] }) => (
  <DataCard title="不審なIPアドレス">
    {addresses.length === 0 ? (
      <Text c="dimmed">不審なIPアドレスはありません。</Text>
    ) : (
      <RecordTable label="不審なIPアドレス" rows={addresses} keyOf={({ address }) => address} columns={columns} />
    )}
  </DataCard>
);
