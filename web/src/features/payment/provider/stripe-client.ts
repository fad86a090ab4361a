import type { PaymentIntentResponse } from '@stagereel/contracts';
import type { Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure/index.mjs';

const loaded = new Map<string, Promise<Stripe | null>>();

/** Loads the simulator's script, which defines `window.Stripe` as Stripe's own does. */
const loadScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => {
      script.remove();
      reject(new Error('The script of the payment provider could not be loaded'));
    };
    document.head.append(script);
  });

const OPTIONS = { locale: 'ja' } as const;

const load = async ({ publishableKey, providerUrl }: PaymentIntentResponse): Promise<Stripe | null> => {
  if (providerUrl === null) return loadStripe(publishableKey, OPTIONS);
  if (!window.Stripe) await loadScript(new URL('/stripe.js', providerUrl).href);
  return window.Stripe?.(publishableKey, OPTIONS) ?? null;
};

/** Stripe's script, loaded once per key and only when needed. */
export const stripeOf = (intent: PaymentIntentResponse): Promise<Stripe | null> => {
  const { publishableKey } = intent;
  const known = loaded.get(publishableKey);
  if (known !== undefined) return known;
  const loading = load(intent);
  loaded.set(publishableKey, loading);
  // A script that failed to load is requested again on the next visit.
  loading.catch(() => loaded.delete(publishableKey));
  return loading;
};
