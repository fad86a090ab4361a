import { createLogger } from '@stagereel/service-kit';
import { databaseName } from '@stagereel/service-kit/testing';
import mongoose from 'mongoose';
import { openStorage } from '../../src/adapters/open-storage.ts';
import type { MediaDeps } from '../../src/domain/deps.ts';
import { removeFiles } from '../../src/domain/library/manage-media.ts';
import { openStores } from '../../src/models/open-stores.ts';
import { wireDeps } from '../../src/wire-deps.ts';
import type { TestMedia } from './media.ts';

const rejectImages = () => Promise.reject(new Error('This process does not open pictures'));

/** The dependencies of a second process on the same database and storage. A test can replace some of them to stop between two steps. */
export const openSecondProcess = async ({ media, now = () => new Date() }: { media: TestMedia; now?: () => Date }) => {
  const config = media.config();
  const connection = await mongoose.createConnection(config.MONGODB_URL, { dbName: databaseName(config, 'media') }).asPromise();
  const { stores } = openStores({ mongo: connection, onEvents: () => undefined });
  const images: MediaDeps['images'] = {
    measure: rejectImages,
    resize: rejectImages,
    clean: rejectImages,
    cleanOriginal: rejectImages,
    watermark: rejectImages,
  };
  const logger = createLogger({ service: 'media', level: 'silent' });
  const deps = wireDeps({ config, logger, stores, ...(await openStorage(config)), images, now, triggerProcessing: () => undefined });
  return { deps, stop: () => connection.close() };
};

/** Removes a finished video, as the sweep does when no order needs it. */
export const eraseVideo = async (media: TestMedia, id: string): Promise<void> => {
  const { deps, stop } = await openSecondProcess({ media });
  try {
    const video = await deps.media.find(id);
    if (!video) throw new Error(`Video ${id} does not exist`);
    await deps.uploads.remove(id);
    await deps.media.erase({ id, events: [] });
    await removeFiles(deps, video);
  } finally {
    await stop();
  }
};
