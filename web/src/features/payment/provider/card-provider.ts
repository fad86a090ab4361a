import type { PaymentIntentAnswer } from '@stagereel/contracts';
import type { ComponentType, Ref } from 'react';

/** How sending the card ended. `unknown`: no answer came, so the money may or may not have been taken. */
export type CardOutcome =
  | { kind: 'incomplete' }
  | { kind: 'declined'; message: string }
  | { kind: 'issuer-page'; url: string }
  | { kind: 'confirmed' }
  | { kind: 'unknown' };

/** What the provider says of the payment when asked later. */
export type ProviderView =
  | { kind: 'unpaid'; message: string | null }
  | { kind: 'issuer-page'; url: string }
  | { kind: 'cancelled' }
  | { kind: 'under-way' };

export type CardFormHandle = {
  /** Checks the fields (and shows what is wrong beside them), then sends the card straight to the provider. Never throws. */
  confirm: (input: { returnUrl: string; onSend: () => void }) => Promise<CardOutcome>;
};

export type CardFormProps = {
  intent: PaymentIntentAnswer;
  isDisabled: boolean;
  ref: Ref<CardFormHandle>;
};

/** A provider of card payments: its fields, and a look at a payment that was sent. The shop never sees a card number. */
export type CardProvider = {
  CardForm: ComponentType<CardFormProps>;
  /** Never throws; what cannot be found out is under way. */
  lookUp: (intent: PaymentIntentAnswer) => Promise<ProviderView>;
};
