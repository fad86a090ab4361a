import type { CardProvider } from '../card-provider.ts';
import { lookUpIntent } from './look-up-intent.ts';
import { StripeCardForm } from './stripe-card-form.tsx';
import { StripeWalletButtons } from './stripe-wallet-buttons.tsx';

export const stripe: CardProvider = { CardForm: StripeCardForm, WalletButtons: StripeWalletButtons, lookUp: lookUpIntent };
