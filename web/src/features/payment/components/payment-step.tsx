import { Button, Group, Stack, Text } from '@mantine/core';
import { formatYen } from '@stagereel/contracts';
import { IconAlertCircle, IconLock } from '@tabler/icons-react';
import type { FormEvent } from 'react';
import { DataCard } from '../../../components/ui/data-card.tsx';
import { FocusedAlert } from '../../../components/ui/focused-alert.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { type PaymentAttempt, totalPrice } from '../../../lib/saved-data.ts';
import type { Payment } from '../lib/use-payment.ts';
import type { Preparation } from '../lib/use-preparation.ts';
import { CardForm } from '../provider/card-form.tsx';
import { WalletButtons } from '../provider/wallet-buttons.tsx';
import styles from './payment-step.module.css';

type Props = {
  attempt: PaymentAttempt;
  preparation: Preparation;
  payment: Payment;
  onBack: () => void;
};

/**
 * The card form and the payment button. Hidden but mounted after the card is sent, so that the input is available again after a refusal.
 */
export const PaymentStep = ({ attempt, preparation, payment, onBack }: Props) => {
  const { state, cardForm, pay, payWith, isEntering } = payment;
  const { intent, error } = preparation;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void pay();
  };

  return (
    <form onSubmit={submit} noValidate hidden={!isEntering}>
      <Stack gap="lg">
        {intent && error === null && (
          <WalletButtons key={intent.paymentIntentId} intent={intent} isDisabled={state.step === 'confirming'} onConfirm={payWith}>
            <Text className={styles.agreement}>次のボタンでお支払いを承認すると、上記の内容でご注文が確定し、ただちに請求されます。</Text>
          </WalletButtons>
        )}
        {error === null && (
          <DataCard title="カード情報">
            {intent === null && <LoadingText>決済の準備をしています...</LoadingText>}
            {intent && <CardForm key={intent.paymentIntentId} ref={cardForm} intent={intent} isDisabled={state.step === 'confirming'} />}
          </DataCard>
        )}
        {state.step === 'entering' && state.problem !== null && (
          <FocusedAlert color="red" icon={<IconAlertCircle aria-hidden />} title="決済エラー">
            {state.problem}
          </FocusedAlert>
        )}
        <Text className={styles.agreement}>下のボタンを押すと、上記の内容でご注文が確定し、ただちにカードへ請求されます。</Text>
        <Group className={styles.buttons} gap="sm">
          <Button variant="default" onClick={onBack} disabled={state.step === 'confirming'}>
            戻る
          </Button>
          <Button
            type="submit"
            className={styles.pay}
            classNames={{ label: styles.payLabel }}
            leftSection={<IconLock size={18} aria-hidden />}
            loading={state.step === 'confirming'}
            disabled={intent === null}
          >
            {formatYen(totalPrice(attempt.order.items))}を支払って注文を確定する
          </Button>
        </Group>
      </Stack>
    </form>
  );
};
