import type { coverChanged, EventData } from '@stagereel/contracts';
import type { CatalogDeps } from './ports.ts';

/**
 * Keeps the address of a contest's cover beside the contest, so that a list needs no second service. An event that is late or comes again
 * changes nothing, nor does one about a contest that is gone.
 */
export const keepCover = (
  { contests }: Pick<CatalogDeps, 'contests'>,
  { contestId, coverImage, revision }: EventData<typeof coverChanged>,
): Promise<void> => contests.setCover({ id: contestId, coverImage, coverRevision: revision });
