import { DEFAULT_PRICE_ITEMS, DEFAULT_PRICE_NOTES, type PriceDescription, type SavedPriceDescription } from '@stagereel/contracts';
import { findVisibleContest, type Viewer } from './find-visible-contest.ts';
import type { CatalogDeps } from './ports.ts';

const DEFAULT: PriceDescription = { items: [...DEFAULT_PRICE_ITEMS], notes: DEFAULT_PRICE_NOTES };

/** The contest's own price description, or the usual one. @throws AppError NotFound */
export const getPriceDescription = async (
  deps: Pick<CatalogDeps, 'contests' | 'now'>,
  { contestId, viewer }: { contestId: string; viewer: Viewer },
): Promise<SavedPriceDescription> => {
  const { priceDescription, priceDescriptionVersion } = await findVisibleContest(deps, { id: contestId, viewer });
  return { ...(priceDescription ?? DEFAULT), version: priceDescriptionVersion };
};
