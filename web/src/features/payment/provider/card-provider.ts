import type { PaymentIntentResponse } from '@stagereel/contracts';
import type { ComponentType, ReactNode, Ref } from 'react';

/** The result of sending the card. `unknown`: there was no response, so the money may have been taken. */
export type CardOutcome =
  | { kind: 'incomplete' }
  | { kind: 'declined'; message: string }
  | { kind: 'issuer-page'; url: string }
  | { kind: 'confirmed' }
  | { kind: 'unknown' };

/** The provider's state of a payment, when queried later. */
export type ProviderView =
  | { kind: 'unpaid'; message: string | null }
  | { kind: 'issuer-page'; url: string }
  | { kind: 'cancelled' }
  | { kind: 'under-way' };

/** Sends a card or a wallet's payment directly to the provider, and calls `onSend` before. Never throws. */
export type SendPayment = (input: { returnUrl: string; onSend: () => void }) => Promise<CardOutcome>;

export type CardFormHandle = {
  /** Validates the fields and shows their errors first. */
  confirm: SendPayment;
};

export type CardFormProps = {
  intent: PaymentIntentResponse;
  isDisabled: boolean;
  ref: Ref<CardFormHandle>;
};

export type WalletButtonsProps = {
  intent: PaymentIntentResponse;
  isDisabled: boolean;
  /** Called when the customer has confirmed the payment in the wallet. Null: it was not sent, because another payment is being sent. */
  onConfirm: (send: SendPayment) => Promise<CardOutcome | null>;
  /** Shown above the buttons; hidden with them when the browser has no wallet. */
  children: ReactNode;
};

/** A card payment provider: its form, its wallet buttons if it has any, and a lookup of a payment that was sent. The shop never receives a card number. */
export type CardProvider = {
  CardForm: ComponentType<CardFormProps>;
  WalletButtons?: ComponentType<WalletButtonsProps>;
  /** Never throws; an unknown state counts as processing. */
  lookUp: (intent: PaymentIntentResponse) => Promise<ProviderView>;
};
