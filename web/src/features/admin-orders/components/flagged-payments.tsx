import { Alert, Code, List, Text } from '@mantine/core';
import { formatDateTime, formatPrice } from '@stagereel/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';
import { flaggedPaymentsQuery } from '../api/list-flagged-payments.ts';

/** Payments that do not fit their order; they are in no list of orders, and a person must look at them. */
export const FlaggedPayments = () => {
  const { data, isError, error, refetch, isFetching } = useQuery(flaggedPaymentsQuery());
  if (isError) {
    return (
      <ErrorPanel
        title="確認が必要なお支払いを読み込めませんでした"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        retryLabel="再読み込み"
      >
        {userMessageOf(error, 'しばらくしてからもう一度お試しください。')}
      </ErrorPanel>
    );
  }
  if (!data || data.length === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      role="region"
      icon={<IconAlertTriangle aria-hidden />}
      title={`確認が必要なお支払いが${data.length}件あります`}
      aria-label="確認が必要なお支払い"
    >
      <Text size="sm" mb="xs">
        支払われた金額が注文と一致しません。決済サービスの管理画面で内容をご確認ください。
      </Text>
      <List spacing="xs" size="sm">
        {data.map((payment) => (
          <List.Item key={payment.orderNumber}>
            注文番号 {payment.orderNumber} ・ 注文の金額 {formatPrice(payment.total)} ・ {payment.email} ・{' '}
            {formatDateTime(payment.createdAt)} ・ 支払いID <Code>{payment.intentId}</Code>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
};
