import { Stack, Text } from '@mantine/core';
import { codeMailSubjects } from '@stagereel/contracts';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';

/** What to look for in the spam folder. `sender` is null until it is known. */
export const SpamSearch = ({ sender }: { sender: string | null }) => (
  <DataCard title="迷惑メールフォルダをご確認ください">
    <Stack gap="md">
      <Text>認証コードのメールは、迷惑メールフォルダに振り分けられることがあります。次の送信元アドレスまたは件名で、お探しください。</Text>
      {sender === null ? (
        <Text c="dimmed">送信元アドレスは、メール送信の状態を確認できたときに表示します。</Text>
      ) : (
        <CopyField label="送信元アドレス" text={sender} />
      )}
      <CopyField label="件名（会員登録）" text={codeMailSubjects.registration} />
      <CopyField label="件名（ご注文）" text={codeMailSubjects.order} />
      <Text size="sm" c="dimmed">
        ご注文の確認や納品など、そのほかのメールの件名も、【StageReel】で始まります。
      </Text>
    </Stack>
  </DataCard>
);
