import type { FastifyReply } from 'fastify';

/**
 * Takes the answer over from the framework and writes its head as it stands. The framework would give every HEAD a length of nothing, and
 * know nothing of an answer that is written piece by piece.
 */
export const beginAnswer = (reply: FastifyReply): FastifyReply['raw'] => {
  reply.hijack();
  return reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
};
