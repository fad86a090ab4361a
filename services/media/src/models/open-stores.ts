import { createOutboxStore, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import type { MediaDeps } from '../domain/deps.ts';
import { createChunkRepository } from './chunk-repository.ts';
import { createClaimRepository } from './claim-repository.ts';
import { createContestModel, createContestRepository } from './contest-repository.ts';
import { createMediaModel } from './media.model.ts';
import { createMediaRepository } from './media-repository.ts';
import { createOrphanScanLease, createStorageMarkRepository } from './storage-records.ts';
import { createUploadRepository } from './upload-repository.ts';

export type Stores = Pick<MediaDeps, 'uploads' | 'chunks' | 'media' | 'contests' | 'claims' | 'storageMarks' | 'orphanScanLease'>;

/** Opens all collections of this service. `onEvents` is called after every write that stored events in an outbox. */
export const openStores = ({
  mongo,
  onEvents,
}: {
  mongo: Connection;
  onEvents: () => void;
}): { stores: Stores; outboxes: OutboxStore[] } => {
  const mediaModel = createMediaModel(mongo);
  const contestModel = createContestModel(mongo);
  return {
    stores: {
      uploads: createUploadRepository(mongo),
      chunks: createChunkRepository(mongo),
      media: createMediaRepository({ model: mediaModel, onEvents }),
      contests: createContestRepository({ model: contestModel, onEvents }),
      claims: createClaimRepository(mongo),
      storageMarks: createStorageMarkRepository(mongo),
      orphanScanLease: createOrphanScanLease(mongo),
    },
    outboxes: [
      createOutboxStore(mediaModel.collection, { removeWhen: { deletedAt: { $exists: true } } }),
      createOutboxStore(contestModel.collection),
    ],
  };
};
