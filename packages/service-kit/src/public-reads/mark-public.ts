import { PUBLIC_READ_HEADER, PUBLIC_READ_MS } from '@stagereel/contracts';
import type { FastifyReply } from 'fastify';

/** `listedAt`: when the response was read. `changesAt`: when it changes without a write; null: never. */
type Times = { listedAt: Date; changesAt: Date | null };

/**
 * Says that every visitor may see the response, so that the gateway may repeat it from memory until `changesAt` or the next write. Never call it
 * for a response that contains something private. Browsers ask again each time.
 */
export const markPublic = (reply: FastifyReply, times?: Times): void => {
  const leftMs = times?.changesAt ? times.changesAt.getTime() - times.listedAt.getTime() : PUBLIC_READ_MS;
  if (leftMs > 0) reply.header(PUBLIC_READ_HEADER, String(Math.min(leftMs, PUBLIC_READ_MS)));
  reply.header('cache-control', 'private, no-cache');
};
