import type { ListQuery } from '../domain/list-page.ts';

type ListParams = { limit: number; starting_after?: string; ending_before?: string; created?: ListQuery['created'] };

/** The parameters that every list has, in the form the domain takes. */
export function listQuery(params: ListParams): ListQuery {
  return { limit: params.limit, startingAfter: params.starting_after, endingBefore: params.ending_before, created: params.created };
}
