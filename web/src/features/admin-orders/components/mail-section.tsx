import { Group, Stack, Text } from '@mantine/core';
import { formatDateTime, mailText, type OrderTimeline } from '@stagereel/contracts';
import { IconMailForward } from '@tabler/icons-react';
import type { ResentTemplate } from '../../../api/admin-order-actions.ts';
import { DetailSection } from '../../../components/admin-order/detail-section.tsx';
import { StatusBadge } from '../../../components/ui/status-badge.tsx';
import { ActionButton } from './action-button.tsx';
import styles from './order-details.module.css';
import { mailKey, type OrderDetailActions } from './use-order-detail-actions.ts';

type Mail = OrderTimeline['mails'][number];

const MailItem = ({ mail }: { mail: Mail }) => (
  <li>
    <Group gap="xs">
      <StatusBadge tone={mail.state === 'sent' ? 'positive' : 'negative'}>{mail.state === 'sent' ? '送信済み' : '送信失敗'}</StatusBadge>
      <Text fw={600}>{mailText(mail.template)}</Text>
    </Group>
    <Text size="sm" c="dimmed">
      {formatDateTime(mail.at)}　{mail.recipient}
    </Text>
  </li>
);

/** The mails of an order and their states. The confirmation and the delivery mail can be resent. */
export const MailSection = ({ timeline, actions }: { timeline: OrderTimeline; actions: OrderDetailActions }) => {
  const templates: ResentTemplate[] = timeline.page === null ? ['order-confirmation'] : ['order-confirmation', 'order-delivery'];
  return (
    <DetailSection title="メール">
      <Stack gap="md">
        {timeline.mails.length === 0 ? (
          <Text c="dimmed">送信の記録はまだありません。</Text>
        ) : (
          <ul className={styles.lines}>
            {timeline.mails.map((mail) => (
              <MailItem key={mail.mailId} mail={mail} />
            ))}
          </ul>
        )}
        <Group gap="sm" align="flex-start">
          {templates.map((template) => (
            <ActionButton
              key={template}
              actions={actions}
              actionKey={mailKey(template)}
              leftSection={<IconMailForward size={18} aria-hidden />}
              onPress={() => actions.resend(template)}
            >
              {mailText(template)}を再送信
            </ActionButton>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          再送信の宛先：{timeline.email}
        </Text>
      </Stack>
    </DetailSection>
  );
};
