import { SEND_STORED_HEADER, STORED_BYTES_HEADER, type StoredBytes, storedBytesSchema } from '@stagereel/contracts';
import type { Metrics } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import type { Forward } from '../proxy/forward.ts';
import type { StoredFiles } from './stored-files.ts';

type Deps = { forward: Forward; files: StoredFiles | undefined; metrics: Metrics };
type Input = { request: FastifyRequest; reply: FastifyReply };

const lengthOf = ({ start, end }: StoredBytes): number => end - start + 1;

/**
 * Serves a file of the media service. Media authorises the request and responds with headers and the location of the bytes. The gateway reads
 * the bytes itself, so that they pass through one process instead of two. If it cannot open the file, it forwards the request again, and media
 * sends the file.
 */
export const createServeStoredFile = ({ forward, files, metrics }: Deps) => {
  const downloaded = new Counter({
    name: 'media_downloaded_bytes_total',
    help: 'Bytes of stored files that this process sent',
    registers: [metrics],
  });
  const serveFromMedia = async ({ request, reply }: Input): Promise<void> => {
    await forward({ service: 'media', request, reply });
  };

  return async ({ request, reply }: Input): Promise<void> => {
    if (!files) return serveFromMedia({ request, reply });
    const handOver = { extraHeaders: [SEND_STORED_HEADER, '1'], withholdBy: STORED_BYTES_HEADER };
    const withheld = await forward({ service: 'media', request, reply, ...handOver });
    if (!withheld) return;
    const bytes = storedBytesSchema.parse(JSON.parse(withheld.value));
    const opened = await files.open({ bytes, requestId: request.id });
    if (!opened) return serveFromMedia({ request, reply });
    reply.hijack();
    try {
      reply.raw.writeHead(withheld.status, [...withheld.headers, 'content-length', lengthOf(bytes)]);
      downloaded.inc(await opened.sendInto(reply.raw));
    } catch (err) {
      request.log.info({ err }, 'Response aborted');
      reply.raw.destroy();
      await opened.close();
    }
  };
};
export type ServeStoredFile = ReturnType<typeof createServeStoredFile>;
