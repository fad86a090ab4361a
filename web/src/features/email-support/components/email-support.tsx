import { List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { emailStatusQuery } from '../api/get-email-status.ts';
import { CodeNotes } from './code-notes.tsx';
import { ProviderHints } from './provider-hints.tsx';
import { SpamSearch } from './spam-search.tsx';
import { StatusCard } from './status-card.tsx';
import { SupportContact } from './support-contact.tsx';

/** Help for whoever waits for a mail, from the likeliest cause to the last resort. */
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
