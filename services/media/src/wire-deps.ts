import { DAY } from '@stagereel/contracts';
import { createInternalClient, type Logger } from '@stagereel/service-kit';
import { createCatalogClient } from './adapters/catalog-client.ts';
import { createVideos } from './adapters/ffmpeg-videos.ts';
import { detectFileType } from './adapters/file-types.ts';
import { createOrdersClient } from './adapters/orders-client.ts';
import type { MediaConfig } from './config.ts';
import type { MediaDeps } from './domain/deps.ts';
import { createQuotas } from './domain/download/byte-quota.ts';
import type { ImageProcessor } from './domain/library/pictures.ts';
import type { Storage } from './domain/storage/storage.ts';
import { createChunkMutex } from './domain/upload/chunk-mutex.ts';
import type { Stores } from './models/open-stores.ts';

type Parts = {
  config: MediaConfig;
  logger: Logger;
  stores: Stores;
  storage: Storage;
  /** For temporary files, see openStorage. */
  spoolDir: string;
  images: ImageProcessor;
  now: () => Date;
  triggerProcessing: () => void;
};

/** The dependencies of the use cases, for the service and for the operator's commands. */
export const wireDeps = ({ config, logger, stores, storage, spoolDir, images, now, triggerProcessing }: Parts): MediaDeps => {
  const clientFor = (baseUrl: string) => createInternalClient({ baseUrl, token: config.INTERNAL_TOKEN, retryMs: config.connectRetryMs });
  const log: MediaDeps['log'] = (fields, message) => logger.warn(fields, message);
  return {
    ...stores,
    storage,
    catalog: createCatalogClient(clientFor(config.CATALOG_URL)),
    orders: createOrdersClient(clientFor(config.ORDERS_URL)),
    images,
    videos: createVideos({ ffmpeg: config.ffmpeg, ffprobe: config.ffprobe, spoolDir, log }),
    detectFileType,
    chunkMutex: createChunkMutex(),
    runningChecks: new Map(),
    quotaOf: createQuotas(stores.claims),
    storageLimits: { quotaBytes: config.MEDIA_QUOTA_BYTES, reserveBytes: config.reserveBytes },
    staleUploadMs: config.staleUploadMs,
    unbegunUploadMs: config.unbegunUploadMs,
    orphanAfterMs: config.orphanAfterMs,
    orphanEveryMs: config.orphanSweepEveryMs,
    finishedKeptMs: config.FINISHED_KEPT_DAYS * DAY * 1000,
    checkWaitMs: config.checkWaitMs,
    processingRetryMs: config.processingRetryMs,
    now,
    log,
    triggerProcessing,
  };
};
