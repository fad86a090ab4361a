import { Stack, useComputedColorScheme } from '@mantine/core';
import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElements, StripeError } from '@stripe/stripe-js';
import { useImperativeHandle, useRef, useState } from 'react';
import { LoadingText } from '../../../../components/ui/loading-text.tsx';
import type { CardFormProps, CardOutcome } from '../card-provider.ts';
import { declineMessage } from '../decline-messages.ts';
import { HolderNameField } from '../holder-name-field.tsx';
import { stripeOf } from './stripe-client.ts';

const NAME_MISSING = 'カード名義人を入力してください。';
const NOT_READY = 'カード入力欄を読み込めませんでした。ページを再読み込みしてもう一度お試しください。';

/** Only these two are errors of the card; with any other the money may have been taken. */
const outcomeOf = ({ type, code, decline_code: declineCode, message }: StripeError): CardOutcome => {
  if (type === 'validation_error') return { kind: 'incomplete' };
  return type === 'card_error' ? { kind: 'declined', message: declineMessage({ code, declineCode, message }) } : { kind: 'unknown' };
};

type Sending = { stripe: Stripe; elements: StripeElements; clientSecret: string; name: string; returnUrl: string };

const sendCard = async ({ stripe, elements, clientSecret, name, returnUrl }: Sending): Promise<CardOutcome> => {
  try {
    const { error } = await stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams: { return_url: returnUrl, payment_method_data: { billing_details: { name } } },
      redirect: 'if_required',
    });
    return error ? outcomeOf(error) : { kind: 'confirmed' };
  } catch {
    return { kind: 'unknown' };
  }
};

const StripeFields = ({ intent, isDisabled, ref }: CardFormProps) => {
  const stripe = useStripe();
  const elements = useElements();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isReady, setIsReady] = useState(false);
  const nameInput = useRef<HTMLInputElement>(null);

  useImperativeHandle(ref, () => ({
    confirm: async ({ returnUrl, onSend }) => {
      if (stripe === null || elements === null) return { kind: 'declined', message: NOT_READY };
      if (name.trim() === '') {
        setProblem(NAME_MISSING);
        nameInput.current?.focus();
        return { kind: 'incomplete' };
      }
      // Stripe shows the errors of its own fields.
      const { error } = await elements.submit();
      if (error) return { kind: 'incomplete' };
      onSend();
      return sendCard({ stripe, elements, clientSecret: intent.clientSecret, name: name.trim(), returnUrl });
    },
  }));

  const changeName = (value: string) => {
    setName(value);
    setProblem(undefined);
  };

  return (
    <Stack gap="md">
      <HolderNameField ref={nameInput} value={name} onChange={changeName} error={problem} disabled={isDisabled} />
      {!isReady && <LoadingText>カード入力欄を読み込み中...</LoadingText>}
      <PaymentElement
        options={{ readOnly: isDisabled, fields: { billingDetails: { name: 'never' } }, wallets: { link: 'never' } }}
        onReady={() => setIsReady(true)}
      />
    </Stack>
  );
};

/** Stripe's Payment Element, in the shop's colours. */
export const StripeCardForm = (props: CardFormProps) => {
  const { clientSecret, publishableKey } = props.intent;
  const [stripe] = useState(() => stripeOf(publishableKey));
  const scheme = useComputedColorScheme('light');
  const appearance = {
    theme: scheme === 'dark' ? 'night' : 'stripe',
    variables: { colorPrimary: '#3053bd', borderRadius: '8px' },
  } as const;
  return (
    <Elements stripe={stripe} options={{ clientSecret, locale: 'ja', appearance }}>
      <StripeFields {...props} />
    </Elements>
  );
};
