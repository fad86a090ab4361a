import { Text } from '@mantine/core';
import { DataCard } from '../../../components/ui/data-card.tsx';

/** The account that was wanted with the order waits for its mailed link. */
export const AccountLinkSent = ({ email }: { email: string }) => (
  <DataCard title="会員登録の確認メールをお送りしました">
    <Text role="status">
      <strong>{email}</strong> に届くメールのリンクを開くと、会員登録が完了します。ご注文はすでに完了しています。
    </Text>
  </DataCard>
);
