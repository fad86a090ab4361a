import { ApiError } from '../../../lib/api-error.ts';

/** Why the item at this place was refused, in the shop's words; null when it was not. */
export const refusalOf = (error: unknown, index: number): string | null => {
  if (!(error instanceof ApiError)) return null;
  return error.body?.refused?.find((refused) => refused.index === index)?.message ?? null;
};
