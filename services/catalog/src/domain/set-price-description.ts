import type { PriceDescription } from '@stagereel/contracts';
import { type Actor, adminActedEvent } from '@stagereel/service-kit';
import { changeContest } from './change-contest.ts';
import type { CatalogDeps } from './ports.ts';

/** @throws AppError NotFound */
export const setPriceDescription = async (
  { contests }: Pick<CatalogDeps, 'contests'>,
  { contestId, actor, priceDescription }: { contestId: string; actor: Actor; priceDescription: PriceDescription },
): Promise<PriceDescription> => {
  await changeContest({
    contests,
    id: contestId,
    decide: ({ name, priceDescription: before }) => {
      const target = { type: 'contest', id: contestId, label: name };
      const events = [adminActedEvent({ actor, action: 'price-description.updated', target, before, after: priceDescription })];
      return { set: { priceDescription }, events };
    },
  });
  return priceDescription;
};
