import { List } from '@mantine/core';
import { CODE_LENGTH, CODE_LIFETIME_SECONDS, CODE_TRIES, MINUTE } from '@stagereel/contracts';
import { DataCard } from '../../../components/ui/data-card.tsx';

/** How long a code holds, and which one. */
export const CodeNotes = () => (
  <DataCard title="認証コードの有効期限">
    <List spacing="xs">
      <List.Item>メールが届くまでに、5〜10分ほどかかることがあります。</List.Item>
      <List.Item>
        {CODE_LENGTH}桁の認証コードの有効期限は、送信から{CODE_LIFETIME_SECONDS / MINUTE}
        分間です。期限を過ぎた場合は、新しいコードを取得してください。
      </List.Item>
      <List.Item>有効なのは、最後に送信されたコードだけです。再送信すると、それまでのコードは使えなくなります。</List.Item>
      <List.Item>コードの入力を{CODE_TRIES}回間違えると、そのコードは使えなくなります。新しいコードを取得してください。</List.Item>
      <List.Item>短い時間に何度も再送信すると、しばらくの間、送信できなくなることがあります。</List.Item>
    </List>
  </DataCard>
);
