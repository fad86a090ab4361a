import { z } from 'zod';

/** What an athlete's video or photo may be set to today. */
export const SALES_STATUSES = ['販売中', '確認中', '受注停止'] as const;
/** States of older data; they stay valid and show as 確認中. */
export const LEGACY_SALES_STATUSES = ['未撮影', '撮影完了', '編集中'] as const;

export const salesStatusSchema = z.enum([...SALES_STATUSES, ...LEGACY_SALES_STATUSES]);
export type SalesStatus = z.infer<typeof salesStatusSchema>;
export type ShownSalesStatus = (typeof SALES_STATUSES)[number];

/** The state a screen shows: legacy states are 確認中, unknown ones 販売中. */
export const shownSalesStatus = (status: string): ShownSalesStatus => {
  if (LEGACY_SALES_STATUSES.some((legacy) => legacy === status)) return '確認中';
  return SALES_STATUSES.find((known) => known === status) ?? '販売中';
};

/** Only what is stored as 販売中 can be bought; an unknown value shows as 販売中 but sells nothing. */
export const isOnSale = (status: string): boolean => status === '販売中';
