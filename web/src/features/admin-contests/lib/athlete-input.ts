import { MAX_PRICE, normalise, PRICE_STEP, SALES_STATUSES } from '@stagereel/contracts';
import type { BulkChange } from '../../../api/admin-athlete-bulk.ts';

const PRICE_ERROR = `0円から${MAX_PRICE.toLocaleString('ja-JP')}円まで、100円単位で入力してください。`;

/** Parses yen as people type them: full-width digits, commas, ¥ and 円 are accepted. Empty input means no own price. */
export const parsePrice = (text: string): { price: number | null } | { error: string } => {
  const digits = normalise(text).replace(/[,、¥円\s]/gu, '');
  if (digits === '') return { price: null };
  const price = /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
  return price <= MAX_PRICE && price % PRICE_STEP === 0 ? { price } : { error: PRICE_ERROR };
};

/** Parses a positive integer, else null. */
export const parseCount = (text: string): number | null => {
  const digits = normalise(text);
  const count = /^\d+$/.test(digits) ? Number(digits) : 0;
  return count >= 1 && Number.isSafeInteger(count) ? count : null;
};

export type BulkPrices<Value> = { verticalVideoPrice: Value; horizontalVideoPrice: Value };

/** The prices of a bulk change; an empty price is not changed. */
export const readBulkPrices = (typed: BulkPrices<string>): { change: BulkChange } | { errors: Partial<BulkPrices<string>> } => {
  const vertical = parsePrice(typed.verticalVideoPrice);
  const horizontal = parsePrice(typed.horizontalVideoPrice);
  if ('error' in vertical || 'error' in horizontal) {
    return {
      errors: {
        ...('error' in vertical && { verticalVideoPrice: vertical.error }),
        ...('error' in horizontal && { horizontalVideoPrice: horizontal.error }),
      },
    };
  }
  return {
    change: {
      ...(vertical.price !== null && { verticalVideoPrice: vertical.price }),
      ...(horizontal.price !== null && { horizontalVideoPrice: horizontal.price }),
    },
  };
};

/** The statuses of a bulk change; a status that is not chosen is not changed. */
export const readBulkStatuses = ({ videoStatus, photoStatus }: { videoStatus: string; photoStatus: string }): BulkChange => {
  const video = SALES_STATUSES.find((status) => status === videoStatus);
  const photo = SALES_STATUSES.find((status) => status === photoStatus);
  return { ...(video !== undefined && { videoStatus: video }), ...(photo !== undefined && { photoStatus: photo }) };
};
