import { Group, Stack, Text } from '@mantine/core';
import { formatDateTime, type OrderLife } from '@stagereel/contracts';
import { IconMailForward } from '@tabler/icons-react';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import type { ResentTemplate } from '../api/resend-mail.ts';
import { mailName } from '../lib/order-words.ts';
import { ActButton } from './act-button.tsx';
import { DetailSection } from './detail-section.tsx';
import styles from './line-details.module.css';
import { mailKey, type OrderActs } from './use-order-acts.ts';

type Mail = OrderLife['mails'][number];

const MailItem = ({ mail }: { mail: Mail }) => (
  <li>
    <Group gap="xs">
      <StatusBadge tone={mail.state === 'sent' ? 'positive' : 'negative'}>{mail.state === 'sent' ? '送信済み' : '送信失敗'}</StatusBadge>
      <Text fw={600}>{mailName(mail.template)}</Text>
    </Group>
    <Text size="sm" c="dimmed">
      {formatDateTime(mail.at)}　{mail.recipient}
    </Text>
  </li>
);

/** The mails of an order with what became of them; the two that matter can be sent once more. */
export const MailSection = ({ life, acts }: { life: OrderLife; acts: OrderActs }) => {
  const templates: ResentTemplate[] = life.page === null ? ['order-confirmation'] : ['order-confirmation', 'order-delivery'];
  return (
    <DetailSection title="メール">
      <Stack gap="md">
        {life.mails.length === 0 ? (
          <Text c="dimmed">送信の記録はまだありません。</Text>
        ) : (
          <ul className={styles.lines}>
            {life.mails.map((mail) => (
              <MailItem key={mail.mailId} mail={mail} />
            ))}
          </ul>
        )}
        <Group gap="sm" align="flex-start">
          {templates.map((template) => (
            <ActButton
              key={template}
              acts={acts}
              actKey={mailKey(template)}
              leftSection={<IconMailForward size={18} aria-hidden />}
              onPress={() => acts.resend(template)}
            >
              {mailName(template)}を再送信
            </ActButton>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          再送信の宛先：{life.email}
        </Text>
      </Stack>
    </DetailSection>
  );
};
