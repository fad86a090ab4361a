import type { PaymentIntentResponse } from '@stagereel/contracts';
import type { ComponentType, Ref } from 'react';

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

export type CardFormHandle = {
  /** Validates the fields, shows their errors, and sends the card directly to the provider. Never throws. */
  confirm: (input: { returnUrl: string; onSend: () => void }) => Promise<CardOutcome>;
};

export type CardFormProps = {
  intent: PaymentIntentResponse;
  isDisabled: boolean;
  ref: Ref<CardFormHandle>;
};

/** A card payment provider: its form, and a lookup of a payment that was sent. The shop never receives a card number. */
export type CardProvider = {
  CardForm: ComponentType<CardFormProps>;
  /** Never throws; an unknown state counts as processing. */
  lookUp: (intent: PaymentIntentResponse) => Promise<ProviderView>;
};
