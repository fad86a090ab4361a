import { Button, List, Stack, Text } from '@mantine/core';
import { CODE_LENGTH, CODE_LIFETIME_SECONDS, CODE_TRIES, codeMailSubjects, MINUTE, type Seller } from '@stagereel/contracts';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emailStatusQuery } from '../../../api/shop.ts';
import { WithSeller } from '../../../components/shop/with-seller.tsx';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { mailText, mailtoHref } from '../../../lib/mail-links.ts';
import { savedData } from '../../../lib/saved-data.ts';
import { type Attempt, supportMailTo } from '../lib/support-mail.ts';
import styles from './email-support.module.css';
import { ProviderHints } from './provider-hints.tsx';
import { StatusCard } from './status-card.tsx';

/** How long a code is valid, and that only the latest one is. */
const CodeNotes = () => (
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

/** How to search the spam folder. `sender` is null until it is loaded. */
const SpamSearch = ({ sender }: { sender: string | null }) => (
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

/** The saved registration, else the saved order. */
const savedAttempt = (): Attempt => savedData.read('pendingRegistration') ?? savedData.read('customerData');

const SupportMail = ({ seller }: { seller: Seller }) => {
  const [attempt] = useState(savedAttempt);
  const draft = supportMailTo(seller.email, attempt);
  return (
    <Stack gap="md">
      <Button component="a" href={mailtoHref(draft)} leftSection={<IconMail size={20} aria-hidden />}>
        サポートにメールを送る
      </Button>
      <Text size="sm" c="dimmed">
        メールアプリが開かない場合は、次のアドレスに、以下の内容をお書きのうえお送りください。
      </Text>
      <CopyField label="サポートのメールアドレス" text={draft.to} />
      <pre className={styles.draft}>{mailText(draft)}</pre>
    </Stack>
  );
};

/** A prepared mail to support, as the last resort. */
const SupportContact = () => (
  <DataCard title="解決しないとき">
    <Stack gap="md">
      <Text>お調べしますので、サポートまでご連絡ください。受信できる別のメールアドレスがあれば、そのアドレスからお送りください。</Text>
      <WithSeller>{(seller) => <SupportMail seller={seller} />}</WithSeller>
    </Stack>
  </DataCard>
);

/** Help for customers who wait for a mail, from the most likely cause to the last resort. */
export const EmailSupport = () => {
  const { data } = useQuery(emailStatusQuery());
  const sender = data?.senderEmail ?? null;
  return (
    <>
      <StatusCard />
      <DataCard title="はじめにご確認ください">
        <List spacing="xs">
          <List.Item>入力したメールアドレスに、間違いはありませんか。</List.Item>
          <List.Item>送信してから、10分ほどお待ちになりましたか。</List.Item>
          <List.Item>受信箱の空き容量は足りていますか。</List.Item>
        </List>
      </DataCard>
      <SpamSearch sender={sender} />
      <ProviderHints sender={sender} />
      <CodeNotes />
      <SupportContact />
    </>
  );
};
