import type { Readable } from 'node:stream';
import {
  errorBodySchema,
  reservationResultSchema,
  SEND_STORED_HEADER,
  STORED_BYTES_HEADER,
  type StoredBytes,
  storedBytesSchema,
} from '@stagereel/contracts';
import {
  type ByteReservations,
  createReservationRetries,
  createSendPermit,
  type InternalClient,
  type Logger,
  type Metrics,
  readStored,
  type SendPermit,
  sendBytes,
} from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Forward } from '../proxy/forward.ts';

type WarnLogger = Pick<Logger, 'warn'>;
type Deps = {
  /** The storage folder of the media service; undefined where the gateway has no access to it. */
  dir: string | undefined;
  media: InternalClient;
  forward: Forward;
  metrics: Metrics;
  logger: WarnLogger;
};
type Input = { request: FastifyRequest; reply: FastifyReply };
export type StoredFiles = {
  serve: (input: Input) => Promise<void>;
  /** Resolves when all reservations of unsent bytes are released. */
  stop: () => Promise<void>;
};

/**
 * Serves a file of the media service. Media authorises the request and responds with headers and the location of the bytes. The gateway reads
 * the bytes itself, so that they pass through one process instead of two. If it cannot open the file, it forwards the request again, and media
 * sends the file.
 */
export const createStoredFiles = ({ dir, media, forward, metrics, logger }: Deps): StoredFiles => {
  const downloaded = new Counter({
    name: 'media_downloaded_bytes_total',
    help: 'Bytes of stored files that this process sent',
    registers: [metrics],
  });
  const serveFromMedia = async ({ request, reply }: Input): Promise<void> => {
    await forward({ service: 'media', request, reply });
  };
  if (dir === undefined) return { serve: serveFromMedia, stop: async () => undefined };

  const read = createReader({ dir, logger });
  const { withRetries, settled } = createReservationRetries({
    onLost: (err, unsent) => logger.warn({ err, unsent }, 'Failed to release reservation'),
  });
  /** Undefined for a file that is not counted. */
  const permitFor = ({ claimId, start, end, size }: StoredBytes, requestId: string): SendPermit | undefined => {
    if (claimId === null) return undefined;
    const reservations = withRetries(createRemoteReservations({ media, claimId, requestId }));
    return createSendPermit({ range: { start, end }, size, reservations });
  };

  const serve = async ({ request, reply }: Input): Promise<void> => {
    const handOver = { extraHeaders: [SEND_STORED_HEADER, '1'], withholdBy: STORED_BYTES_HEADER };
    const withheld = await forward({ service: 'media', request, reply, ...handOver });
    if (!withheld) return;
    const stored = storedBytesSchema.parse(JSON.parse(withheld.value));
    const { start, end } = stored;
    const bytes = await read(stored);
    if (!bytes) return serveFromMedia({ request, reply });
    reply.hijack();
    try {
      const into = reply.raw.writeHead(withheld.status, [...withheld.headers, 'content-length', end - start + 1]);
      downloaded.inc(await sendBytes({ bytes, range: { start, end }, into, permit: permitFor(stored, request.id) }));
    } catch (err) {
      request.log.info({ err }, 'Response aborted');
      reply.raw.destroy();
      bytes.destroy();
    }
  };
  return { serve, stop: settled };
};

/** Reads a file, or returns undefined so that media sends it. A missing file is normal; each other error is logged once, not per request. */
const createReader = ({ dir, logger }: { dir: string; logger: WarnLogger }) => {
  const loggedCodes = new Set<unknown>();
  return async (stored: StoredBytes): Promise<Readable | undefined> => {
    try {
      return await readStored({ dir, ...stored });
    } catch (err) {
      const { code } = err as NodeJS.ErrnoException;
      if (code === undefined) throw err;
      if (!loggedCodes.has(code)) logger.warn({ err }, 'Stored file cannot be opened; media sends it');
      loggedCodes.add(code);
      return undefined;
    }
  };
};

/** Reserves bytes of a download claim in the media service, which keeps its byte quota. */
const createRemoteReservations = (input: { media: InternalClient; claimId: string; requestId: string }): ByteReservations => {
  const { media, claimId, requestId: correlationId } = input;
  const path = `/internal/claims/${claimId}`;
  return {
    reserve: async (range) => {
      const refusal = { status: 410, schema: errorBodySchema };
      const result = await media.requestRefusable({
        method: 'POST',
        correlationId,
        path: `${path}/reserve`,
        body: range,
        schema: reservationResultSchema,
        refusal,
      });
      return 'response' in result;
    },
    release: async (unsent) => {
      await media.request({ method: 'POST', correlationId, path: `${path}/release`, body: unsent, schema: reservationResultSchema });
    },
  };
};
