import { HAND_OVER_HEADER, STORED_BYTES_HEADER, type StoredBytes, storedBytesSchema } from '@stagereel/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StoredFiles } from '../adapters/stored-files.ts';
import type { Forward } from './forward.ts';

type Deps = { forward: Forward; files: StoredFiles | undefined };
type Input = { request: FastifyRequest; reply: FastifyReply };

const lengthOf = ({ start, end }: StoredBytes): number => end - start + 1;

/**
 * Serves a file of the media service. That decides who gets what, and answers with the headers and the place of the bytes; the gateway
 * reads these itself, so that they go through one process only. Where the file is not at hand, media is asked once more and sends it.
 */
export const createServeStored = ({ forward, files }: Deps) => {
  const relay = async ({ request, reply }: Input): Promise<void> => {
    await forward({ service: 'media', request, reply });
  };

  return async ({ request, reply }: Input): Promise<void> => {
    if (!files) return relay({ request, reply });
    const asking = { extraHeaders: [HAND_OVER_HEADER, '1'], keepBack: STORED_BYTES_HEADER };
    const answer = await forward({ service: 'media', request, reply, ...asking });
    if (!answer) return;
    const bytes = storedBytesSchema.parse(JSON.parse(answer.keptBack));
    const opened = await files.open(bytes);
    if (!opened) return relay({ request, reply });
    reply.hijack();
    try {
      reply.raw.writeHead(answer.status, { ...answer.headers, 'content-length': lengthOf(bytes) });
      await opened.sendInto(reply.raw);
    } catch (err) {
      request.log.info({ err }, 'an answer broke off');
      reply.raw.destroy();
      await opened.close();
    }
  };
};
export type ServeStored = ReturnType<typeof createServeStored>;
