import type { ShopInfo } from '@stagereel/contracts';
import type { AnswerLookupsDeps } from './answer-lookups.ts';
import type { LookUpDeps } from './look-up-order.ts';
import type { OpenPaymentDeps } from './open-payment.ts';
import type { ExportLog, LookupStore, MailLimits, OrderStore, PaymentProvider, Videos } from './ports.ts';
import type { ReconcileDeps } from './reconcile-payments.ts';

/** All that the use cases of this service need; each takes its part. */
export type OrdersDeps = Omit<OpenPaymentDeps, 'orders' | 'provider'> &
  Omit<ReconcileDeps, 'orders' | 'provider'> &
  Omit<LookUpDeps, 'lookups'> &
  Omit<AnswerLookupsDeps, 'lookups' | 'orders'> & {
    orders: OrderStore;
    lookups: LookupStore;
    exportLog: ExportLog;
    provider: PaymentProvider;
    mailLimits: MailLimits;
    videos: Videos;
    shop: ShopInfo;
    /** How long an answer waits for the provider of payments, in ms. */
    providerWaitMs: number;
    /** How long an answer waits for the news of its mail, in ms. */
    mailWaitMs: number;
  };
