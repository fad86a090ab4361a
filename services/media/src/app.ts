import {
  type BuildService,
  buildServer,
  connectMessaging,
  connectMongo,
  connectRedis,
  createInternalClient,
  createKeySource,
  createPatience,
  createSessions,
  type OutboxRelay,
  openKernelSend,
  pingMongo,
  type Repeat,
  startOutboxRelay,
} from '@stagereel/service-kit';
import { createImageProcess } from './adapters/image-process.ts';
import { openStorage } from './adapters/open-storage.ts';
import { createSpool } from './adapters/spool.ts';
import type { MediaConfig } from './config.ts';
import { mediaConsumers } from './consumers/index.ts';
import { startSweeping } from './domain/housekeeping/start-sweeping.ts';
import { assertStorageMatches, pairStorage } from './domain/housekeeping/storage-match.ts';
import { createPublicFiles } from './domain/library/public-files.ts';
import type { MediaDeps } from './domain/ports.ts';
import { startProcessing } from './domain/processing/start-processing.ts';
import { createChunkTurns } from './domain/uploads/chunk-turns.ts';
import { openMediaStore } from './models/open-media-store.ts';
import { registerRoutes } from './routes/index.ts';
import { wireDeps } from './wire-deps.ts';

const RELAY_LANES = 2;
const REDIS_MS = 3000;
const REQUEST_RESERVE_MS = 60_000;
const imageWorkProgram = new URL(`./image-work.process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** The media service by a clock of the caller's. */
export const mediaWith =
  ({ now }: Pick<MediaDeps, 'now'>): BuildService<MediaConfig> =>
  async ({ config, logger, metrics, lifecycle }) => {
    const connection = await connectMongo({ config, logger });
    lifecycle.onStop('mongo', () => connection.close());
    // A busy moment of this process must not look like a Redis that is away.
    const redis = await connectRedis({ config, logger, optional: true, commandMs: REDIS_MS });
    lifecycle.onStop('redis', () => redis.disconnect());
    const messaging = await connectMessaging({ config, logger });
    lifecycle.onStop('messaging', messaging.stop);

    let relay: OutboxRelay | undefined;
    let processing: Repeat | undefined;
    const { outboxes, ...store } = openMediaStore({ connection, onEvents: () => relay?.kick() });
    relay = startOutboxRelay({ stores: outboxes, publish: messaging.publish, logger, concurrency: RELAY_LANES });
    lifecycle.onStop('outbox relay', relay.stop);

    const { storage, spoolDir } = await openStorage(config, config.SENDFILE ? await openKernelSend(logger) : undefined);
    const { images, stop: stopImages } = createImageProcess(imageWorkProgram);
    lifecycle.onStop('image process', stopImages);
    const deps = wireDeps({ config, logger, store, storage, spoolDir, images, now, processSoon: () => processing?.kick() });

    // What could not be read or written keeps the sweep from its work, and nobody from what is stored.
    await pairStorage(deps).catch((err: unknown) => deps.log({ err }, 'the storage and the database could not be made a pair'));
    processing = startProcessing({ deps, logger });
    lifecycle.onStop('processing', processing.stop);
    const sweeping = startSweeping({ deps, everyMs: config.MEDIA_SWEEP_EVERY_SECONDS, logger });
    lifecycle.onStop('sweep', sweeping.stop);
    await messaging.consume(mediaConsumers({ deps, retryDelaysMs: config.EVENT_RETRY_SECONDS }));

    const { patient, settled } = createPatience({
      onLost: (err, unsent) => deps.log({ err, unsent }, 'bytes that never left stay counted'),
    });
    lifecycle.onStop('counted bytes', settled);

    const identity = createInternalClient({ baseUrl: config.IDENTITY_URL, token: config.INTERNAL_TOKEN });
    const sessions = createSessions({ fetchKeys: createKeySource(identity), redis });
    const checks = { mongodb: () => pingMongo(connection), storage: storage.ping };
    // Files are served without them: events wait in the outbox, only admins need a session here, and a wrong storage is not swept.
    const observed = { redis: () => redis.ping(), rabbitmq: messaging.ping, storageMatch: () => assertStorageMatches(deps) };
    const chunkTime = { idleMs: config.CHUNK_IDLE_SECONDS, totalMs: config.CHUNK_SECONDS };
    // Where a chunk's own limit holds, it is the one that speaks.
    const streamedRequestMs = chunkTime.totalMs + REQUEST_RESERVE_MS;
    const server = await buildServer({ service: 'media', config, logger, metrics, sessions, checks, observed, streamedRequestMs });
    const files = createPublicFiles(deps);
    await registerRoutes({
      server,
      deps: { ...deps, turns: createChunkTurns(), checks: new Map() },
      files,
      sessions,
      patient,
      chunkTime,
      spool: createSpool(spoolDir),
    });
    return { server };
  };

export const buildMedia = mediaWith({ now: () => new Date() });
