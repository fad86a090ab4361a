import { UNCATEGORISED } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { changeContest } from '../contest/change-contest.ts';
import type { ContestRecord } from '../contest/contest.ts';
import type { CatalogDeps } from '../deps.ts';

export const hasCategory = ({ categories }: ContestRecord, name: string): boolean =>
  name === UNCATEGORISED || categories.some((category) => category.name === name);

/** @throws AppError CategoryUnknown */
export const requireCategory = (contest: ContestRecord, name: string): void => {
  if (!hasCategory(contest, name)) throw new AppError('CategoryUnknown');
};

/**
 * Increments a contest's revision after its athletes changed. `contest` is the contest as read before that change; `categories` are those that
 * athletes were put into. A category that another admin deleted in between is restored, because an athlete is in it now.
 * @throws AppError NotFound if the contest was deleted in between; the sweep then removes its athletes
 */
export const recordAthleteChange = async (
  deps: CatalogDeps,
  { contest, categories }: { contest: ContestRecord; categories: readonly string[] },
): Promise<void> => {
  const used = contest.categories.filter(({ name }) => categories.includes(name));
  if (await deps.contests.incrementRevision({ id: contest.id, categories: used.map(({ name }) => name) })) return;
  await changeContest(deps, {
    id: contest.id,
    decide: (current) => {
      const missing = used.filter(({ name }) => !hasCategory(current, name));
      return { set: { categories: [...current.categories, ...missing] }, events: [] };
    },
  });
};
