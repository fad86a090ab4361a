import { Stack } from '@mantine/core';
import type { PaymentIntentResponse } from '@stagereel/contracts';
import { ExpressCheckoutElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { StripeExpressCheckoutElementConfirmEvent, StripeExpressCheckoutElementOptions } from '@stripe/stripe-js';
import { type ReactNode, useState } from 'react';
import { type CardOutcome, type SendPayment, sendPayment } from './send-payment.ts';
import { ShopElements } from './shop-elements.tsx';
import styles from './wallet-buttons.module.css';

type Props = {
  intent: PaymentIntentResponse;
  isDisabled: boolean;
  /** Called when the customer has confirmed the payment in the wallet. Null: it was not sent, because another payment is being sent. */
  onConfirm: (send: SendPayment) => Promise<CardOutcome | null>;
  /** Shown above the buttons; hidden with them when the browser has no wallet. */
  children: ReactNode;
};

/** Apple Pay and Google Pay charge a card at once, as the terms say; other methods would need other terms. */
const OPTIONS: StripeExpressCheckoutElementOptions = {
  buttonHeight: 48,
  buttonType: { applePay: 'buy', googlePay: 'buy' },
  paymentMethods: { applePay: 'auto', googlePay: 'auto', link: 'never', amazonPay: 'never', paypal: 'never', klarna: 'never' },
};

const ExpressCheckout = ({ isDisabled, onConfirm, children }: Omit<Props, 'intent'>) => {
  const stripe = useStripe();
  const elements = useElements();
  const [hasWallet, setHasWallet] = useState(false);

  const confirm = async ({ paymentFailed }: StripeExpressCheckoutElementConfirmEvent) => {
    if (stripe === null || elements === null) return paymentFailed({ reason: 'fail' });
    const outcome = await onConfirm(async ({ returnUrl, onSend }) => {
      onSend();
      return sendPayment({ stripe, elements, returnUrl });
    });
    // Stripe closes the wallet itself after a payment that was sent.
    if (outcome === null) paymentFailed({ reason: 'fail' });
  };

  return (
    <div className={hasWallet ? undefined : styles.waiting} inert={!hasWallet || isDisabled} data-has-wallet={hasWallet}>
      <Stack gap="sm">
        {children}
        <ExpressCheckoutElement
          options={OPTIONS}
          onReady={({ availablePaymentMethods }) => setHasWallet(availablePaymentMethods !== undefined)}
          onConfirm={(event) => void confirm(event)}
        />
      </Stack>
    </div>
  );
};

/** Stripe's Express Checkout Element. It takes no room until Stripe has found a wallet in this browser. */
export const WalletButtons = ({ intent, ...props }: Props) => (
  <ShopElements intent={intent}>
    <ExpressCheckout {...props} />
  </ShopElements>
);
