import { createLogger } from '@stagereel/service-kit';
import mongoose from 'mongoose';
import { openStorage } from '../../src/adapters/open-storage.ts';
import { loadMediaConfig } from '../../src/config.ts';
import { removeFiles } from '../../src/domain/library/delete-media.ts';
import type { MediaDeps } from '../../src/domain/ports.ts';
import { openMediaStore } from '../../src/models/open-media-store.ts';
import { wireDeps } from '../../src/wire-deps.ts';
import type { TestMedia } from './media.ts';

const unused = () => Promise.reject(new Error('no pictures are opened here'));

/** What a second process on the same database and files works with; a test can hold it between two of its steps. */
export const openSecondProcess = async ({ media, now = () => new Date() }: { media: TestMedia; now?: () => Date }) => {
  const config = loadMediaConfig(media.settings());
  const connection = await mongoose.createConnection(config.MONGODB_URL, { dbName: config.MONGODB_DATABASE }).asPromise();
  const { outboxes: _, ...store } = openMediaStore({ connection, onEvents: () => undefined });
  const images: MediaDeps['images'] = { measure: unused, resize: unused, clean: unused, watermark: unused };
  const logger = createLogger({ service: 'media', level: 'silent' });
  const deps = wireDeps({ config, logger, store, ...(await openStorage(config)), images, now, processSoon: () => undefined });
  return { deps, close: () => connection.close() };
};

/** Takes a finished video away, as the sweep does when no order needs it any more. */
export const eraseVideo = async (media: TestMedia, id: string): Promise<void> => {
  const { deps, close } = await openSecondProcess({ media });
  try {
    const video = await deps.media.find(id);
    if (!video) throw new Error(`there is no video ${id}`);
    await deps.uploads.remove(id);
    await deps.media.erase({ id, events: [] });
    await removeFiles(deps, video);
  } finally {
    await close();
  }
};
