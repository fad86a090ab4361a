import type { ShopInfo } from '@stagereel/contracts';
import type { Erasures, Logger } from '@stagereel/service-kit';
import type { ExportLog, MailLimits } from './handling/handling-ports.ts';
import type { OrderListCache } from './handling/order-list-cache.ts';
import type { LookupLimits, LookupStore } from './lookup/lookup-store.ts';
import type { OrderStore } from './order/order-store.ts';
import type { PaymentLimits, PaymentProvider } from './payment/payment-provider.ts';
import type { Catalog } from './payment/price-items.ts';
import type { SettingsStore } from './settings/settings-store.ts';
import type { Admins, DailySummaries } from './today/summary-ports.ts';
import type { VideoStore } from './video/stored-videos.ts';

/** Counts the steps of orders. */
export type OrderMetrics = {
  opened: () => void;
  paid: (by: 'webhook' | 'client' | 'reconciler') => void;
  delivered: () => void;
  refunded: () => void;
};

/** The dependencies of all use cases of this service. Durations are in ms. */
export type OrdersDeps = {
  orders: OrderStore;
  lookups: LookupStore;
  exportLog: ExportLog;
  summaries: DailySummaries;
  orderList: OrderListCache;
  admins: Admins;
  settings: SettingsStore;
  erasures: Erasures;
  provider: PaymentProvider;
  catalog: Catalog;
  videos: VideoStore;
  paymentLimits: PaymentLimits;
  lookupLimits: LookupLimits;
  mailLimits: MailLimits;
  /** Starts the lookup job now instead of at its next interval. */
  triggerLookups: () => void;
  shop: ShopInfo;
  now: () => Date;
  logger: Logger;
  metrics: OrderMetrics;
  /** The age at which an unpaid order is first checked. */
  checkAfterMs: number;
  /** The minimum time between two checks of one order. */
  checkEveryMs: number;
  /** The age at which an unpaid order is cancelled. */
  cancelAfterMs: number;
  /** How long declining a line waits for the provider, before the decision and again after it. */
  refundWaitMs: number;
  /** From which hour of the day in Japan on the daily summary is mailed. */
  summaryHour: number;
  /** How long a request waits for the outcome of its mail. */
  mailWaitMs: number;
};
