import { useComputedColorScheme } from '@mantine/core';
import { Elements } from '@stripe/react-stripe-js';
import { useState } from 'react';
import type { CardFormProps } from '../card-provider.ts';
import { stripeOf } from './stripe-client.ts';
import { StripeFields } from './stripe-fields.tsx';

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
