import type { OpenPaymentDeps } from './open-payment.ts';
import type { OrderStore, PaymentProvider } from './ports.ts';
import type { ReconcileDeps } from './reconcile-payments.ts';

/** All that the use cases of this service need; each takes its part. */
export type OrdersDeps = Omit<OpenPaymentDeps, 'orders' | 'provider'> &
  Omit<ReconcileDeps, 'orders' | 'provider'> & {
    orders: OrderStore;
    provider: PaymentProvider;
    /** How long an answer waits for the news of its mail, in ms. */
    mailWaitMs: number;
  };
