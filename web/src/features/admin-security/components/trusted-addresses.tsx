import { formatDateTime, type SecurityDashboard } from '@stagereel/contracts';
import { LiftableAddresses } from './liftable-addresses.tsx';

type Trusted = SecurityDashboard['ipSecurity']['trustedIPs'][number];

/** Addresses that are known because an admin has signed in from there. */
export const TrustedAddresses = ({ addresses }: { addresses: readonly Trusted[] }) => (
  <LiftableAddresses
    kind="trusted"
    addresses={addresses}
    columns={[
      { label: '管理者', cell: ({ email }) => email },
      { label: '信頼の終了', cell: ({ until }) => formatDateTime(until) },
    ]}
    texts={{
      title: '信頼済みのIPアドレス',
      empty: '信頼済みのIPアドレスはありません。',
      act: '信頼を解除',
      question: '信頼を解除しますか？',
      effect: 'からの次のログインは、知らない接続元からのログインとして扱われます。',
      done: '信頼を解除しました',
      failed: '信頼の解除に失敗しました',
    }}
  />
);
