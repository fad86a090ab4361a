import type { CreateCategory } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import { changeContest, retryOnOutdatedContest } from '../contest/change-contest.ts';
import type { CategoryRecord } from '../contest/contest.ts';
import { findVisibleContest, type Viewer } from '../contest/view-contests.ts';
import type { CatalogDeps } from '../deps.ts';
import { pickColor } from './pick-color.ts';

/** @throws AppError NotFound */
export const listCategories = async (
  deps: CatalogDeps,
  { contestId, viewer }: { contestId: string; viewer: Viewer },
): Promise<CategoryRecord[]> => (await findVisibleContest(deps, { id: contestId, viewer })).categories;

/** @throws AppError NotFound, CategoryNameTaken */
export const addCategory = async (
  deps: CatalogDeps,
  { contestId, actor, data }: { contestId: string; actor: Actor; data: CreateCategory },
): Promise<CategoryRecord> => {
  const id = uuid();
  const { categories } = await changeContest(deps, {
    id: contestId,
    decide: ({ categories: existing }) => {
      if (existing.some(({ name }) => name === data.name)) throw new AppError('CategoryNameTaken');
      const color = data.color ?? pickColor(existing.map((category) => category.color));
      const target = { type: 'category', id, label: data.name };
      const events = [adminActedEvent({ actor, action: 'category.created', target, after: { contestId, color } })];
      return { set: { categories: [...existing, { id, name: data.name, color, createdAt: deps.now() }] }, events };
    },
  });
  const added = categories.find((category) => category.id === id);
  if (!added) throw new AppError('Internal', { cause: new Error(`Category ${id} is missing after it was added`) });
  return added;
};

/**
 * Deletes a category that no athlete is in, apart from deleted athletes. Whoever puts an athlete into a category increments the contest's
 * revision afterwards, so the write fails and the check is repeated if an athlete arrived after the check.
 * @throws AppError NotFound, CategoryInUse
 */
export const deleteCategory = (
  deps: CatalogDeps,
  { contestId, categoryId, actor }: { contestId: string; categoryId: string; actor: Actor },
): Promise<'changed'> =>
  retryOnOutdatedContest(deps, {
    id: contestId,
    attempt: async ({ categories, revision }) => {
      const category = categories.find(({ id }) => id === categoryId);
      if (!category) throw new AppError('NotFound');
      const { name, color } = category;
      if (await deps.athletes.isCategoryUsed({ contestId, category: name })) throw new AppError('CategoryInUse');
      const target = { type: 'category', id: categoryId, label: name };
      const events = [adminActedEvent({ actor, action: 'category.deleted', target, before: { contestId, color } })];
      const set = { categories: categories.filter(({ id }) => id !== categoryId) };
      const outcome = await deps.contests.change({ id: contestId, revision, set, events });
      return outcome === 'changed' ? 'changed' : 'outdated';
    },
  });
