import type { PaymentIntentAnswer } from '@stagereel/contracts';
import type { CardProvider } from './card-provider.ts';

/** The provider the server named, its code loaded only where it serves. */
export const loadProvider = async ({ providerUrl }: PaymentIntentAnswer): Promise<CardProvider> =>
  providerUrl === null ? (await import('./stripe/index.ts')).stripe : (await import('./simulator/index.ts')).simulator;
