import { resourceMissing } from './api-error.ts';

export type ListQuery = {
  limit: number;
  startingAfter?: string;
  created?: { gt?: number; gte?: number; lt?: number; lte?: number };
};

type ListParams = { limit: number; starting_after?: string; created?: ListQuery['created'] };

/** The query from the parameters that all lists have. */
export function listQuery(params: ListParams): ListQuery {
  return { limit: params.limit, startingAfter: params.starting_after, created: params.created };
}

export type ListPage<T> = { object: 'list'; data: T[]; has_more: boolean; url: string };

/** One page of `rows`, which are ordered oldest first and returned newest first. Throws a 400 when the cursor is not an id of this list. */
export function listPage<T extends { id: string; created: number }>(input: {
  rows: T[];
  query: ListQuery;
  url: string;
  noun: string;
}): ListPage<T> {
  const { query, url, noun } = input;
  const matching = input.rows.filter((row) => isWithin(row.created, query.created)).reverse();
  const positionOf = (id: string, param: string) => {
    const position = matching.findIndex((row) => row.id === id);
    if (position === -1) throw resourceMissing({ noun, id, param, status: 400 });
    return position;
  };
  const start = query.startingAfter === undefined ? 0 : positionOf(query.startingAfter, 'starting_after') + 1;
  const data = matching.slice(start, start + query.limit);
  return { object: 'list', data, has_more: start + data.length < matching.length, url };
}

function isWithin(created: number, range: ListQuery['created']): boolean {
  if (!range) return true;
  const { gt = -1, gte = 0, lt = Number.POSITIVE_INFINITY, lte = Number.POSITIVE_INFINITY } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}
