import { createOutboxStore, type OutboxStore } from '@stagereel/service-kit';
import type { Connection } from 'mongoose';
import type { GrantStore } from '../domain/downloads/grants.ts';
import type { ChunkRepository, ContestNotes, MediaRepository, OrphanScan, StorageMarks, UploadRepository } from '../domain/ports.ts';
import { createChunkRepository } from './chunk-repository.ts';
import { createContestNotes, createNoteModel } from './contest-notes.ts';
import { createGrantModel } from './grant.model.ts';
import { createGrantRepository } from './grant-repository.ts';
import { createMediaModel } from './media.model.ts';
import { createMediaRepository } from './media-repository.ts';
import { createOrphanScan } from './orphan-scan.ts';
import { createStorageMarks } from './storage-marks.ts';
import { createUploadModel } from './upload.model.ts';
import { createUploadRepository } from './upload-repository.ts';

type MediaStore = {
  uploads: UploadRepository;
  chunks: ChunkRepository;
  media: MediaRepository;
  contests: ContestNotes;
  grants: GrantStore;
  marks: StorageMarks;
  orphanScan: OrphanScan;
  outboxes: OutboxStore[];
};

/** Everything media keeps in its database. */
export const openMediaStore = ({ connection, onEvents }: { connection: Connection; onEvents: () => void }): MediaStore => {
  const mediaModel = createMediaModel(connection);
  const noteModel = createNoteModel(connection);
  return {
    uploads: createUploadRepository(createUploadModel(connection)),
    chunks: createChunkRepository(connection),
    media: createMediaRepository({ model: mediaModel, onEvents }),
    contests: createContestNotes({ model: noteModel, onEvents }),
    grants: createGrantRepository(createGrantModel(connection)),
    marks: createStorageMarks(connection),
    orphanScan: createOrphanScan(connection),
    outboxes: [
      createOutboxStore(mediaModel.collection, { removeWhen: { deletedAt: { $exists: true } } }),
      createOutboxStore(noteModel.collection),
    ],
  };
};
