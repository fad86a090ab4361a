import { TAX_RATE_PERCENT } from '../constants.ts';

/**
 * The consumption tax included in an amount, in yen. A qualified invoice is rounded once per tax rate, over the sum and never per line; this shop
 * rounds down. Source: National Tax Agency, tax answer 6371.
 */
export const includedTax = (totalYen: number): number => Math.floor((totalYen * TAX_RATE_PERCENT) / (100 + TAX_RATE_PERCENT));
