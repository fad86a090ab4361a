import type { coverChanged, EventData } from '@stagereel/contracts';
import type { CatalogDeps } from '../deps.ts';

/**
 * Stores the URLs of a contest's cover and first sample video with the contest, so that a list of contests needs no request to the media service.
 * A late or repeated event changes nothing, nor does an event about a deleted contest.
 */
export const recordCover = ({ contests }: CatalogDeps, { contestId, revision, ...media }: EventData<typeof coverChanged>): Promise<void> =>
  contests.setMedia({ id: contestId, media, coverRevision: revision });
