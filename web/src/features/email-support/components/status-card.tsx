import { Button, Group, Stack, Text } from '@mantine/core';
import { type EmailStatus, formatDateTime } from '@stagereel/contracts';
import { IconAlertTriangle, IconCircleCheck, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { emailStatusQuery } from '../../../api/shop.ts';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { Fact, FactList } from '../../../components/ui/fact-list.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';

const Working = ({ status }: { status: EmailStatus }) => (
  <Stack gap="md">
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconCircleCheck size={26} color="var(--mantine-color-teal-filled)" aria-hidden style={{ flex: 'none' }} />
      <Text fw={700}>メールは正常に送信されています。</Text>
    </Group>
    <FactList>
      <Fact name="送信元アドレス">{status.senderEmail}</Fact>
      <Fact name="メールサーバー">{status.smtpServer}</Fact>
      <Fact name="最終確認日時">{formatDateTime(status.timestamp)}</Fact>
    </FactList>
  </Stack>
);

const Failing = ({ status }: { status: EmailStatus }) => (
  <Stack gap="xs">
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <IconAlertTriangle size={26} color="var(--mantine-color-error)" aria-hidden style={{ flex: 'none' }} />
      <Text fw={700}>ただいま、メールの送信に不具合が起きています。</Text>
    </Group>
    <Text>ご迷惑をおかけしています。ご注文の確認などのメールは、復旧後にお送りします。認証コードは、時間をおいて再送信してください。</Text>
    <Text size="sm" c="dimmed">
      最終確認日時：{formatDateTime(status.timestamp)}
    </Text>
  </Stack>
);

/** Whether mails are being sent now. */
export const StatusCard = () => {
  const { data, isPending, isError, error, refetch, isFetching } = useQuery(emailStatusQuery());
  return (
    <DataCard title="メール送信の状態">
      {isPending && <LoadingText>確認しています...</LoadingText>}
      {isError && (
        <ErrorPanel title="メール送信の状態を確認できませんでした" onRetry={() => void refetch()} isRetrying={isFetching}>
          {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
        </ErrorPanel>
      )}
      <div role="status">{data && !isError && (data.emailServiceActive ? <Working status={data} /> : <Failing status={data} />)}</div>
      {data && !isError && (
        <Button
          variant="default"
          mt="md"
          leftSection={<IconRefresh size={20} aria-hidden />}
          onClick={() => void refetch()}
          loading={isFetching}
        >
          もう一度確認する
        </Button>
      )}
    </DataCard>
  );
};
