import { SALES_STATUSES } from '@stagereel/contracts';
import type { BulkChange } from '../../../api/admin-athlete-bulk.ts';
import { parsePrice } from './parse-input.ts';

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
