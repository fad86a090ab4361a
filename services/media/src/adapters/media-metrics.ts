import { type Metrics, registerGauges, secondsSince } from '@stagereel/service-kit';
import { Counter } from 'prom-client';
import type { MediaDeps } from '../domain/deps.ts';

/** Counts the bytes of files that this process received and sent. */
export type TransferMetrics = { uploaded: (bytes: number) => void; downloaded: (bytes: number) => void };

export const createTransferMetrics = (metrics: Metrics): TransferMetrics => {
  const registers = [metrics];
  const uploaded = new Counter({ name: 'media_uploaded_bytes_total', help: 'Bytes of stored chunks of uploads', registers });
  // The gateway has a counter of the same name, for the files that it reads itself.
  const downloaded = new Counter({ name: 'media_downloaded_bytes_total', help: 'Bytes of stored files that this process sent', registers });
  return { uploaded: (bytes) => uploaded.inc(bytes), downloaded: (bytes) => downloaded.inc(bytes) };
};

type ProcessingOptions = { metrics: Metrics; deps: MediaDeps } & Pick<Parameters<typeof registerGauges>[0], 'logger'>;

/** The media that wait for ffmpeg and sharp. */
export const registerProcessingGauges = ({ metrics, logger, deps }: ProcessingOptions): void =>
  registerGauges({
    metrics,
    logger,
    gauges: {
      media_processing_waiting: 'Media that wait for their processing, counted up to 1,000',
      media_processing_oldest_seconds: 'How long the first of them has waited, in seconds',
    },
    labelNames: [],
    read: async () => {
      const now = deps.now();
      const { count, oldest } = await deps.media.readProcessingBacklog(now);
      return [{ labels: {}, values: { media_processing_waiting: count, media_processing_oldest_seconds: secondsSince(oldest, now) } }];
    },
  });
