import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { LiftableAddresses } from './liftable-addresses.tsx';

type Blocked = SecurityDashboard['ipSecurity']['blockedIPs'][number];

/** Addresses that may not sign in for a while. */
export const BlockedAddresses = ({ addresses }: { addresses: readonly Blocked[] }) => (
  <LiftableAddresses
    kind="blocked"
    addresses={addresses}
    columns={[{ label: 'ブロックの終了', cell: ({ until }) => formatDateTime(until) }]}
    texts={{
      title: 'ブロック中のIPアドレス',
      empty: 'ブロック中のIPアドレスはありません。',
      act: 'ブロックを解除',
      question: 'ブロックを解除しますか？',
      effect: 'からのログインを再び受け付けます。これまでの失敗は数えなおしになります。',
      done: 'ブロックを解除しました',
      failed: 'ブロックの解除に失敗しました',
    }}
  />
);
