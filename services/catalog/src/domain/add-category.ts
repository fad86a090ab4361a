import type { CreateCategory } from '@stagereel/contracts';
import { type Actor, AppError, adminActedEvent } from '@stagereel/service-kit';
import { v7 as uuid } from 'uuid';
import { changeContest } from './change-contest.ts';
import { pickColor } from './pick-color.ts';
import type { CatalogDeps } from './ports.ts';
import type { CategoryRecord } from './records.ts';

/** @throws AppError NotFound, CategoryNameTaken */
export const addCategory = async (
  { contests, now }: Pick<CatalogDeps, 'contests' | 'now'>,
  { contestId, actor, wish }: { contestId: string; actor: Actor; wish: CreateCategory },
): Promise<CategoryRecord> => {
  const id = uuid();
  const { categories } = await changeContest({
    contests,
    id: contestId,
    decide: ({ categories: existing }) => {
      if (existing.some(({ name }) => name === wish.name)) throw new AppError('CategoryNameTaken');
      const color = wish.color ?? pickColor(existing.map((category) => category.color));
      const target = { type: 'category', id, label: wish.name };
      const events = [adminActedEvent({ actor, action: 'category.created', target, after: { contestId, color } })];
      return { set: { categories: [...existing, { id, name: wish.name, color, createdAt: now() }] }, events };
    },
  });
  const added = categories.find((category) => category.id === id);
  if (!added) throw new AppError('Internal', { cause: new Error(`category ${id} was not added`) });
  return added;
};
