import { Stack } from '@mantine/core';
import { PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useImperativeHandle, useRef, useState } from 'react';
import { LoadingText } from '../../../../components/ui/loading-text.tsx';
import type { CardFormProps } from '../card-provider.ts';
import { HolderNameField } from '../holder-name-field.tsx';
import { sendPayment } from './send-payment.ts';
import { ShopElements } from './shop-elements.tsx';

const NAME_MISSING = 'カード名義人を入力してください。';
const NOT_READY = 'カード入力欄を読み込めませんでした。ページを再読み込みしてもう一度お試しください。';

const StripeFields = ({ isDisabled, ref }: Omit<CardFormProps, 'intent'>) => {
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
      <HolderNameField ref={nameInput} value={name} onChange={changeName} error={problem} disabled={isDisabled} />
    </Stack>
  );
};

/** Stripe's Payment Element. */
export const StripeCardForm = ({ intent, ...props }: CardFormProps) => (
  <ShopElements intent={intent}>
    <StripeFields {...props} />
  </ShopElements>
);
