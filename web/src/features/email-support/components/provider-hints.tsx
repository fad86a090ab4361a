import { Stack, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { CopyField } from '../../../components/ui/copy-field.tsx';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { mailDomainOf } from '../../../lib/mail-links.ts';
import { carriers, type MailProvider, webMailProviders } from '../lib/mail-providers.ts';
import styles from './provider-hints.module.css';

const ProviderList = ({ providers }: { providers: readonly MailProvider[] }) => (
  <ul className={styles.providers}>
    {providers.map(({ id, name, addresses, hint, steps }) => (
      <li key={id}>
        <details className={styles.provider}>
          <summary className={styles.summary}>
            <span>
              <span className={styles.name}>{name}</span> <span className={styles.addresses}>{addresses}</span>
              <span className={styles.hint}>{hint}</span>
            </span>
            <IconChevronDown size={20} className={styles.chevron} aria-hidden />
          </summary>
          <ol className={styles.steps}>
            {steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </details>
      </li>
    ))}
  </ul>
);

const UNKNOWN_SENDER = '送信元アドレス';
const UNKNOWN_DOMAIN = '送信元のドメイン';

/** Where each mail provider puts suspicious mails, and how to allow a sender. */
export const ProviderHints = ({ sender }: { sender: string | null }) => {
  const domain = sender === null ? null : mailDomainOf(sender);
  return (
    <>
      <DataCard title="メールサービスごとの確認方法">
        <ProviderList providers={webMailProviders(sender ?? UNKNOWN_SENDER)} />
      </DataCard>
      <DataCard title="携帯電話会社のメールをお使いの方（受信許可設定）">
        <Stack gap="md">
          <Text>
            携帯電話会社のメールでは、迷惑メール対策の設定により、メールが届かないことがあります。次のドメインからのメールを受信できるように設定してください。
          </Text>
          {domain === null ? (
            <Text c="dimmed">受信を許可するドメインは、メール送信の状態を確認できたときに表示します。</Text>
          ) : (
            <CopyField label="受信を許可するドメイン" text={domain} />
          )}
          <ProviderList providers={carriers(domain ?? UNKNOWN_DOMAIN)} />
          <Text size="sm" c="dimmed">
            設定画面の名称や手順は、変更されることがあります。詳しくは、各社のサポートページをご覧ください。設定を変更しても、それまでに届かなかったメールは届きません。認証コードを再送信してください。
          </Text>
        </Stack>
      </DataCard>
    </>
  );
};
