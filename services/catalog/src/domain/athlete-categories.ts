import { UNCATEGORISED } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { changeContest } from './change-contest.ts';
import type { CatalogDeps } from './ports.ts';
import type { CategoryRecord, ContestRecord } from './records.ts';

export const hasCategory = ({ categories }: Pick<ContestRecord, 'categories'>, name: string): boolean =>
  name === UNCATEGORISED || categories.some((category) => category.name === name);

/** @throws AppError CategoryUnknown */
export const assertCategory = (contest: ContestRecord, name: string): void => {
  if (!hasCategory(contest, name)) throw new AppError('CategoryUnknown');
};

type Touch = { contest: ContestRecord; categories: readonly string[] };

/**
 * Makes a change of athletes known to their contest; called after it, with the contest as it was before and the categories the athletes were
 * put into. A category that was removed in between comes back, since an athlete is in it now: of two admins who collide, nobody loses typing.
 * @throws AppError NotFound when the contest was deleted in between; its clean-up takes the athletes along
 */
export const touchContest = async ({ contests }: Pick<CatalogDeps, 'contests'>, { contest, categories }: Touch): Promise<void> => {
  const used: CategoryRecord[] = contest.categories.filter(({ name }) => categories.includes(name));
  if (await contests.bumpRevision({ id: contest.id, categories: used.map(({ name }) => name) })) return;
  await changeContest({
    contests,
    id: contest.id,
    decide: (current) => {
      const missing = used.filter(({ name }) => !hasCategory(current, name));
      return { set: { categories: [...current.categories, ...missing] }, events: [] };
    },
  });
};
