import type { PriceDescription, PutPriceDescription, SavedPriceDescription } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import type { CatalogDeps } from '../deps.ts';
import { changeContest } from './change-contest.ts';
import { findVisibleContest, type Viewer } from './view-contests.ts';

const EMPTY: PriceDescription = { items: [], notes: '' };

/** The contest's price description; an empty one with version 0 if none was saved. @throws AppError NotFound */
export const getPriceDescription = async (
  deps: CatalogDeps,
  { contestId, viewer }: { contestId: string; viewer: Viewer },
): Promise<SavedPriceDescription> => {
  const { priceDescription, priceDescriptionVersion } = await findVisibleContest(deps, { id: contestId, viewer });
  return { ...(priceDescription ?? EMPTY), version: priceDescriptionVersion };
};

/**
 * Replaces the price description. If `version` is given, the description must still have it.
 * @throws AppError NotFound, PriceDescriptionChangedMeanwhile
 */
export const setPriceDescription = async (
  deps: CatalogDeps,
  { contestId, actor, data }: { contestId: string; actor: Actor; data: PutPriceDescription },
): Promise<SavedPriceDescription> => {
  const { version: expectedVersion, ...priceDescription } = data;
  const contest = await changeContest(deps, {
    id: contestId,
    decide: ({ name, priceDescription: before, priceDescriptionVersion: version }) => {
      if (expectedVersion !== undefined && expectedVersion !== version) throw new AppError('PriceDescriptionChangedMeanwhile');
      const target = { type: 'contest', id: contestId, label: name };
      const events = [adminActedEvent({ actor, action: 'price-description.updated', target, before, after: priceDescription })];
      return { set: { priceDescription, priceDescriptionVersion: version + 1 }, events };
    },
  });
  return { ...priceDescription, version: contest.priceDescriptionVersion };
};
