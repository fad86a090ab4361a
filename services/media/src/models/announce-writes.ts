import { announceWrites, contestScope, type ScopesOf, type WhileWriting } from '@stagereel/service-kit';
import type { MediaRecord, MediaRepository } from '../domain/library/media.ts';

type Owned = Pick<MediaRecord, 'contestId' | 'category'>;

/** Visitors see the media of a contest except the finished videos. */
const scopesOf = (...media: readonly (Owned | null)[]): string[] => [
  ...new Set(media.flatMap((medium) => (medium && medium.category !== 'finished' ? contestScope(medium.contestId) : []))),
];

/** Announces every write that changes what visitors read. */
export const announceMediaWrites = (repository: MediaRepository, whileWriting: WhileWriting): MediaRepository => {
  const ofMedium = async ({ id }: { id: string }): Promise<string[]> => scopesOf(await repository.find(id));
  const scopes: ScopesOf<MediaRepository> = {
    insert: ({ media }) => scopesOf(media),
    find: null,
    listByContest: null,
    setDisplayOrder: ofMedium,
    setThumbnail: ofMedium,
    erase: ofMedium,
    findPublicFile: null,
    findPreview: null,
    listFinishedByContent: null,
    listFinishedBefore: null,
    claimProcessing: null,
    extendProcessing: null,
    readProcessingBacklog: null,
    listExhausted: null,
    failExhaustedProcessing: async ({ ids }) => scopesOf(...(await Promise.all(ids.map(repository.find)))),
    releaseProcessing: null,
    finishProcessing: ofMedium,
    failProcessing: ofMedium,
    storedBytes: null,
    filterUnknownKeys: null,
    listContestsWithLibraryMedia: null,
  };
  return announceWrites({ repository, scopes, whileWriting });
};
