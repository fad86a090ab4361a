import type { AthleteRepository } from './athlete/athlete.ts';
import type { ContestRepository } from './contest/contest.ts';
import type { SaleCache } from './sale/sale-cache.ts';
import type { SaleNoticeRepository } from './sale/sale-notice.ts';

/** What every use case of the catalog receives. */
export type CatalogDeps = {
  contests: ContestRepository;
  athletes: AthleteRepository;
  saleNotices: SaleNoticeRepository;
  sales: SaleCache;
  /** How many orders still need a contest. @throws AppError ServiceUnavailable */
  countOpenOrders: (contestId: string) => Promise<number>;
  now: () => Date;
  /** Starts the sweep now instead of at its next interval. */
  triggerSweep: () => void;
};
