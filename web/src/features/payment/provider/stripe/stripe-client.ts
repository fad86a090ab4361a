import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Stripe's script, loaded once per key and only when needed. */
export const stripeOf = (publishableKey: string): Promise<Stripe | null> => {
  const known = loaded.get(publishableKey);
  if (known !== undefined) return known;
  const loading = loadStripe(publishableKey, { locale: 'ja' });
  loaded.set(publishableKey, loading);
  // A script that failed to load is requested again on the next visit.
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
};
