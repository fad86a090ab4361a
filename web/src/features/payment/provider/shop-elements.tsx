import { useComputedColorScheme } from '@mantine/core';
import type { PaymentIntentResponse } from '@stagereel/contracts';
import { Elements } from '@stripe/react-stripe-js';
import { type ReactNode, useState } from 'react';
import { stripeOf } from './stripe-client.ts';

/** Stripe's Elements for one payment, in the shop's colours. */
export const ShopElements = ({ intent, children }: { intent: PaymentIntentResponse; children: ReactNode }) => {
  const [stripe] = useState(() => stripeOf(intent));
  const isDark = useComputedColorScheme('light') === 'dark';
  const appearance = {
    theme: isDark ? 'night' : 'stripe',
    // The focus ring has this colour, too: its contrast is at least 3 in both colour schemes.
    variables: { colorPrimary: isDark ? '#8fa8ec' : '#3053bd', borderRadius: '8px' },
  } as const;
  return (
    <Elements stripe={stripe} options={{ clientSecret: intent.clientSecret, locale: 'ja', appearance }}>
      {children}
    </Elements>
  );
};
