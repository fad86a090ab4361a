import { Stack, TextInput } from '@mantine/core';
import type { PaymentIntentResponse } from '@stagereel/contracts';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { FieldLabel } from '../../../components/ui/field-label.tsx';
import { LoadingText } from '../../../components/ui/loading-text.tsx';
import { type SendPayment, sendPayment } from './send-payment.ts';
import { ShopElements } from './shop-elements.tsx';

export type CardFormHandle = {
  /** Validates the fields and shows their errors first. */
  confirm: SendPayment;
};

type Props = {
  intent: PaymentIntentResponse;
  isDisabled: boolean;
  ref: Ref<CardFormHandle>;
};

const NAME_MISSING = 'カード名義人を入力してください。';
const NOT_READY = 'カード入力欄を読み込めませんでした。ページを再読み込みしてもう一度お試しください。';

const CardFields = ({ isDisabled, ref }: Omit<Props, 'intent'>) => {
  const stripe = useStripe();
  const elements = useElements();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isReady, setIsReady] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);

  useImperativeHandle(ref, () => ({
    confirm: async ({ returnUrl, onSend }) => {
      if (stripe === null || elements === null) return { kind: 'declined', message: NOT_READY };
      // Stripe shows the errors of its own fields.
      const { error } = await elements.submit();
      if (name.trim() === '') {
        setProblem(NAME_MISSING);
        if (!error) nameInput.current?.focus();
        return { kind: 'incomplete' };
      }
      if (error) return { kind: 'incomplete' };
      onSend();
      return sendPayment({ stripe, elements, name: name.trim(), returnUrl });
    },
  }));

  const changeName = (value: string) => {
    setName(value);
    setProblem(undefined);
  };

  return (
    <Stack gap="md">
      {!isReady && <LoadingText>カード入力欄を読み込み中...</LoadingText>}
      <PaymentElement
        options={{
          readOnly: isDisabled,
          fields: { billingDetails: { name: 'never' } },
          // The wallets have their own buttons above the form.
          wallets: { link: 'never', applePay: 'never', googlePay: 'never' },
        }}
        onReady={() => setIsReady(true)}
      />
      <TextInput
        ref={nameInput}
        label={<FieldLabel required>カード名義人</FieldLabel>}
        description="カードの表記どおりに入力してください。"
        placeholder="TARO YAMADA"
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        required
        withAsterisk={false}
        value={name}
        onChange={(event) => changeName(event.currentTarget.value)}
        error={problem}
        disabled={isDisabled}
      />
    </Stack>
  );
};

/** Stripe's Payment Element, and the cardholder's name, which it does not ask for. The shop never receives a card number. */
export const CardForm = ({ intent, ...props }: Props) => (
  <ShopElements intent={intent}>
    <CardFields {...props} />
  </ShopElements>
);
