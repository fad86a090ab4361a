import { findVisibleContest, type Viewer } from './find-visible-contest.ts';
import type { CatalogDeps } from './ports.ts';
import type { CategoryRecord } from './records.ts';

/** @throws AppError NotFound */
export const listCategories = async (
  deps: Pick<CatalogDeps, 'contests' | 'now'>,
  { contestId, viewer }: { contestId: string; viewer: Viewer },
): Promise<CategoryRecord[]> => (await findVisibleContest(deps, { id: contestId, viewer })).categories;
