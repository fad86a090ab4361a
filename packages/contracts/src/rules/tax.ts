import { TAX_RATE_PERCENT } from '../constants.ts';

/**
 * The consumption tax within an amount that includes it, in yen. A qualified invoice rounds once for each rate, over the sum and never by line;
 * this shop rounds down. Source: National Tax Agency, tax answer 6371.
 */
export const includedTax = (totalYen: number): number => Math.floor((totalYen * TAX_RATE_PERCENT) / (100 + TAX_RATE_PERCENT));
