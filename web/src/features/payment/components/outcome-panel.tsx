import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconShieldLock } from '@tabler/icons-react';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import type { Payment } from '../lib/use-payment.ts';

type Props = { payment: Payment; orderNumber: string | null };

const OrderNumber = ({ value }: { value: string | null }) =>
  value === null ? null : (
    <Text>
      注文番号：<strong>{value}</strong>
    </Text>
  );

const Checking = ({ isUnclear, orderNumber }: { isUnclear: boolean; orderNumber: string | null }) => (
  <FocusedAlert
    color="brand"
    role="status"
    icon={<Loader size={20} aria-hidden />}
    title={isUnclear ? '確認中' : 'お支払いを確認しています'}
  >
    <Stack gap="xs">
      <OrderNumber value={orderNumber} />
      <Text>
        {isUnclear
          ? 'お支払いの結果を確認しています。確認できしだい、自動的に次の画面へ進みます。もう一度お支払いいただく必要はありません。'
          : 'そのままお待ちください。'}
      </Text>
      {isUnclear && <Text>この画面を閉じても、お支払いが確認できた場合はメールでお知らせします。</Text>}
    </Stack>
  </FocusedAlert>
);

/** The state of the payment after the card was sent. It never claims that the payment failed. */
export const OutcomePanel = ({ payment: { state, askAgain, goToIssuer, useOtherCard }, orderNumber }: Props) => {
  switch (state.step) {
    case 'leaving':
      return (
        <FocusedAlert color="brand" role="status" icon={<Loader size={20} aria-hidden />} title="カード会社の認証画面へ移動しています">
          そのままお待ちください。
        </FocusedAlert>
      );
    case 'checking':
      return <Checking isUnclear={state.isUnclear} orderNumber={orderNumber} />;
    case 'completed':
      return <Checking isUnclear={false} orderNumber={orderNumber} />;
    case 'authentication':
      return (
        <FocusedAlert color="orange" icon={<IconShieldLock aria-hidden />} title="カード会社での本人認証が完了していません">
          <Stack gap="sm">
            <OrderNumber value={orderNumber} />
            <Text>認証画面に戻って続けるか、別のカードでお支払いください。</Text>
            <Group gap="sm">
              <Button onClick={goToIssuer}>本人認証を続ける</Button>
              <Button variant="default" onClick={useOtherCard}>
                カードを入力し直す
              </Button>
            </Group>
          </Stack>
        </FocusedAlert>
      );
    case 'refused':
      return (
        <FocusedAlert color="red" icon={<IconAlertCircle aria-hidden />} title="注文の保存に失敗しました。">
          <Stack gap="sm" align="flex-start">
            <OrderNumber value={orderNumber} />
            <Text>{state.message}</Text>
            <Text>
              お支払いが完了している場合は、ご注文は受け付けられており、確認メールをお送りします。もう一度お支払いいただく必要はありません。
            </Text>
            <Button variant="default" onClick={askAgain}>
              もう一度確認する
            </Button>
          </Stack>
        </FocusedAlert>
      );
    default:
      return null;
  }
};
