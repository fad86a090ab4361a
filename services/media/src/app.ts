import { type BuildService, createReservationRetries, type Job, openService } from '@stagereel/service-kit';
import { createImageProcess } from './adapters/image-process.ts';
import { createTransferMetrics, registerProcessingGauges } from './adapters/media-metrics.ts';
import { openStorage } from './adapters/open-storage.ts';
import { createSpool } from './adapters/spool.ts';
import type { MediaConfig } from './config.ts';
import { mediaConsumers } from './consumers/index.ts';
import { createPublicFiles } from './domain/library/public-files.ts';
import { processNext } from './domain/processing/process-media.ts';
import { pairStorage, requireMatchingStorage } from './domain/storage/storage-match.ts';
import { sweepOrphansWhenDue } from './domain/sweep/orphans.ts';
import { sweep } from './domain/sweep/sweep.ts';
import { openStores } from './models/open-stores.ts';
import { registerRoutes } from './routes/index.ts';
import { wireDeps } from './wire-deps.ts';

const RELAY_CONCURRENCY = 2;
const imageWorkProgram = new URL(`./image-work.process${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

type MediaOptions = { now?: () => Date };

/** The composition root. The clock is for tests. */
export const buildMedia =
  ({ now = () => new Date() }: MediaOptions = {}): BuildService<MediaConfig> =>
  async (context) => {
    const { config, logger, lifecycle } = context;
    // Files are served without Redis and RabbitMQ: events wait in the outbox, and only admins need a session.
    const service = await openService(context, { mongodb: 'required', redis: 'optional', rabbitmq: 'optional' });
    const { stores, outboxes } = openStores({ mongo: service.mongo, onEvents: service.outbox.trigger });
    service.outbox.startRelay(outboxes, { concurrency: RELAY_CONCURRENCY });
    const { storage, spoolDir } = await openStorage(config);
    const { images, stop: stopImages } = createImageProcess(imageWorkProgram);
    lifecycle.onStop('image process', stopImages);

    let processing: Job | undefined;
    const triggerProcessing = () => processing?.trigger();
    const deps = wireDeps({ config, logger, stores, storage, spoolDir, images, now, triggerProcessing });
    // A storage that is not paired is not swept. Its files can still be served.
    await pairStorage(deps).catch((err: unknown) => deps.log({ err }, 'Storage pairing failed'));

    const stopping = new AbortController();
    const { signal } = stopping;
    // One medium at a time: each takes a whole processor core, and uploads and downloads need the others.
    processing = service.startJob({
      name: 'processing',
      everyMs: config.processingRetryMs / 2,
      run: () => processNext(deps, { signal }),
    });
    service.startJob({
      name: 'sweep',
      everyMs: config.sweepEveryMs,
      run: () => sweep(deps, { isDryRun: false, orphans: sweepOrphansWhenDue(deps, { signal }) }),
    });
    lifecycle.onStop('job interruption', () => stopping.abort(new Error('Service is stopping')));
    await service.consume(mediaConsumers({ deps, retryDelaysMs: config.eventRetryMs }));

    const { withRetries, settled } = createReservationRetries({
      onLost: (err, unsent) => deps.log({ err, unsent }, 'Failed to release reservation'),
    });
    lifecycle.onStop('byte reservations', settled);

    const sessions = service.sessionsOf(service.internalClient(config.IDENTITY_URL));
    const chunkTimeouts = { idleMs: config.chunkIdleMs, totalMs: config.chunkMs };
    const server = await service.buildServer({
      sessions,
      checks: { storage: storage.ping },
      optionalChecks: { storageMatch: () => requireMatchingStorage(deps) },
    });
    const publicFiles = createPublicFiles(deps);
    const metrics = createTransferMetrics(context.metrics);
    registerProcessingGauges({ metrics: context.metrics, logger, deps });
    await registerRoutes({ server, deps, publicFiles, sessions, withRetries, chunkTimeouts, spool: createSpool(spoolDir), metrics });
    return { server };
  };
