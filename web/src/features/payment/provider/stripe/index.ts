import type { CardProvider } from '../card-provider.ts';
import { lookUpIntent } from './look-up-intent.ts';
import { StripeCardForm } from './stripe-card-form.tsx';

export const stripe: CardProvider = { CardForm: StripeCardForm, lookUp: lookUpIntent };
