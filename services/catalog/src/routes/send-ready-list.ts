import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadyList } from './athlete-lists.ts';

/** Weak comparison, as a conditional GET asks for: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
const isKnown = (header: string | undefined, etag: string): boolean => {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (header ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
};

const takesBrotli = (header: string | string[] | undefined): boolean =>
  /(^|[,\s])br\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/.test(String(header ?? ''));

/** Answers a list by its bytes, or 304 when the caller has it already. What it shows depends on who asks, so only the browser may keep it. */
export const sendReadyList = ({
  request,
  reply,
  list,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  list: ReadyList;
}): FastifyReply => {
  reply.header('etag', list.etag).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], list.etag)) return reply.code(304).send();
  reply.type('application/json; charset=utf-8');
  if (!takesBrotli(request.headers['accept-encoding'])) return reply.send(list.plain);
  return reply.header('content-encoding', 'br').send(list.brotli);
};
