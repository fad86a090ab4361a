import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { withContest } from './change-contest.ts';
import type { CatalogDeps } from './ports.ts';

/**
 * Removes a category that no living athlete is in. The write counts only if nothing changed in the contest since its athletes were looked
 * at: whoever puts an athlete into a category makes the contest's revision grow afterwards.
 * @throws AppError NotFound, CategoryInUse
 */
export const removeCategory = (
  { contests, athletes }: Pick<CatalogDeps, 'contests' | 'athletes'>,
  { contestId, categoryId, actor }: { contestId: string; categoryId: string; actor: Actor },
): Promise<'changed'> =>
  withContest({
    contests,
    id: contestId,
    attempt: async ({ categories, revision }) => {
      const category = categories.find(({ id }) => id === categoryId);
      if (!category) throw new AppError('NotFound');
      if (await athletes.isCategoryUsed({ contestId, category: category.name })) throw new AppError('CategoryInUse');
      const { name, color } = category;
      const target = { type: 'category', id: categoryId, label: name };
      const events = [adminActedEvent({ actor, action: 'category.deleted', target, before: { contestId, color } })];
      const set = { categories: categories.filter(({ id }) => id !== categoryId) };
      const outcome = await contests.change({ id: contestId, revision, set, events });
      return outcome === 'changed' ? 'changed' : 'outdated';
    },
  });
