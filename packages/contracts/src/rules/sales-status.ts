import { z } from 'zod';

/** The sales statuses that can be set for an athlete's video or photo. */
export const SALES_STATUSES = ['販売中', '確認中', '受注停止'] as const;
/** Statuses in older data. They are still valid, and shown as 確認中. */
export const LEGACY_SALES_STATUSES = ['未撮影', '撮影完了', '編集中'] as const;

export const salesStatusSchema = z.enum([...SALES_STATUSES, ...LEGACY_SALES_STATUSES]);
export type SalesStatus = z.infer<typeof salesStatusSchema>;
export type ShownSalesStatus = (typeof SALES_STATUSES)[number];

/** The status shown on screen: legacy statuses as 確認中, unknown ones as 販売中. */
export const shownSalesStatus = (status: string): ShownSalesStatus => {
  if (LEGACY_SALES_STATUSES.some((legacy) => legacy === status)) return '確認中';
  return SALES_STATUSES.find((known) => known === status) ?? '販売中';
};

/** Only videos stored with this status can be bought. An unknown value is shown as 販売中, but cannot be bought. */
export const ON_SALE: SalesStatus = '販売中';
export const isOnSale = (status: string): boolean => status === ON_SALE;
