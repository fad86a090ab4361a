import { createInternalClient, type Logger } from '@stagereel/service-kit';
import { createCatalog } from './adapters/catalog-client.ts';
import { detectFileKind } from './adapters/file-kinds.ts';
import { createOrders } from './adapters/orders-client.ts';
import { createVideos } from './adapters/videos.ts';
import type { MediaConfig } from './config.ts';
import type { MediaDeps } from './domain/ports.ts';
import type { Storage } from './domain/storage.ts';
import type { openMediaStore } from './models/open-media-store.ts';

type Parts = Pick<MediaDeps, 'now' | 'processSoon'> & {
  config: MediaConfig;
  logger: Logger;
  store: Omit<ReturnType<typeof openMediaStore>, 'outboxes'>;
  storage: Storage;
  /** See openStorage. */
  spoolDir: string;
  images: MediaDeps['images'];
};

/** What the use cases work with, for the service and for the operator's commands alike. */
export const wireDeps = ({ config, logger, store, storage, spoolDir, images, now, processSoon }: Parts): MediaDeps => {
  const clientOf = (baseUrl: string) => createInternalClient({ baseUrl, token: config.INTERNAL_TOKEN });
  const log: MediaDeps['log'] = (facts, message) => logger.warn(facts, message);
  return {
    ...store,
    storage,
    catalog: createCatalog(clientOf(config.CATALOG_URL)),
    orders: createOrders(clientOf(config.ORDERS_URL)),
    images,
    videos: createVideos({ ffmpeg: config.FFMPEG_PATH, ffprobe: config.FFPROBE_PATH, spoolDir, log }),
    detectKind: detectFileKind,
    room: { quotaBytes: config.MEDIA_QUOTA_BYTES, reserveBytes: config.MEDIA_RESERVE_BYTES },
    staleUploadMs: config.STALE_UPLOAD_SECONDS,
    unbegunUploadMs: config.UNBEGUN_UPLOAD_SECONDS,
    orphanAfterMs: config.ORPHAN_AFTER_SECONDS,
    orphanEveryMs: config.ORPHAN_SWEEP_EVERY_SECONDS,
    finishedKeptMs: config.FINISHED_KEPT_DAYS,
    checkWaitMs: config.CHECK_WAIT_SECONDS,
    processingRetryMs: config.PROCESSING_RETRY_SECONDS,
    now,
    log,
    processSoon,
  };
};
