import type { PutPriceDescription, SavedPriceDescription } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { changeContest } from './change-contest.ts';
import type { CatalogDeps } from './ports.ts';

type Input = { contestId: string; actor: Actor; wish: PutPriceDescription };

/**
 * Says something else about prices. With `version` it counts only for the description its writer saw.
 * @throws AppError NotFound, PriceDescriptionChangedMeanwhile
 */
export const setPriceDescription = async (
  { contests }: Pick<CatalogDeps, 'contests'>,
  { contestId, actor, wish }: Input,
): Promise<SavedPriceDescription> => {
  const { version: seenVersion, ...priceDescription } = wish;
  const contest = await changeContest({
    contests,
    id: contestId,
    decide: ({ name, priceDescription: before, priceDescriptionVersion: version }) => {
      if (seenVersion !== undefined && seenVersion !== version) throw new AppError('PriceDescriptionChangedMeanwhile');
      const target = { type: 'contest', id: contestId, label: name };
      const events = [adminActedEvent({ actor, action: 'price-description.updated', target, before, after: priceDescription })];
      return { set: { priceDescription, priceDescriptionVersion: version + 1 }, events };
    },
  });
  return { ...priceDescription, version: contest.priceDescriptionVersion };
};
