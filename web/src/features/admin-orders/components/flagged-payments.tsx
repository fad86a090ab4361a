import { Alert, Code, List, Text } from '@mantine/core';
import { type FlaggedPayment, formatDateTime, formatPrice, formatYen } from '@stagereel/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { flaggedPaymentsQuery } from '../../../api/admin-orders.ts';
import { ErrorPanel } from '../../../components/ui/error-panel.tsx';
import { userMessageOf } from '../../../lib/api-error.ts';

/** The problem and what to do about it. */
const problemTexts = {
  'sum-differs': '支払われた金額が注文と一致しません。決済サービスの管理画面で内容をご確認ください。',
  'paid-late':
    '注文から30日が過ぎ、お客様の情報を消去した後に支払われました。決済サービスの管理画面で内容をご確認のうえ、返金してください。',
  'refund-returned':
    '返金がカード会社から差し戻されました。注文の詳細から返金をもう一度お試しください。カードが解約されているなど、返金できない場合は、Stripeのサポートにお問い合わせください。',
} as const satisfies Record<FlaggedPayment['problem'], string>;

const problems = ['sum-differs', 'paid-late', 'refund-returned'] as const satisfies readonly FlaggedPayment['problem'][];

const PaymentList = ({ payments }: { payments: readonly FlaggedPayment[] }) => (
  <List spacing="xs" size="sm">
    {payments.map(({ orderNumber, total, owedBack, email, createdAt, intentId }) => (
      <List.Item key={orderNumber}>
        注文番号 {orderNumber} ・ 注文の金額 {formatPrice(total)}
        {owedBack > 0 && ` ・ 返金できていない金額 ${formatYen(owedBack)}`} ・ {email && `${email} ・ `}
        {formatDateTime(createdAt)} ・ 支払いID <Code>{intentId}</Code>
      </List.Item>
    ))}
  </List>
);

/** Payments that an admin must check: the amount differs from the order's, which is in no list then, or a refund was returned. */
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
      {problems.map((problem) => {
        const payments = data.filter((payment) => payment.problem === problem);
        if (payments.length === 0) return null;
        return (
          <Fragment key={problem}>
            <Text size="sm" my="xs">
              {problemTexts[problem]}
            </Text>
            <PaymentList payments={payments} />
          </Fragment>
        );
      })}
    </Alert>
  );
};
