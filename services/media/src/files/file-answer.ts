import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ByteRange, parseRange } from './byte-range.ts';

export type FileFacts = { size: number; contentType: string; etag: string; cacheControl: string };

/** What is said of a file beside its bytes. */
export const FILE_HEADERS = ['etag', 'cache-control', 'accept-ranges', 'content-range', 'content-type', 'content-length'] as const;

/**
 * Decides what a request for a file gets, and sets the headers for it. Undefined when the answer is complete with them (304, 416, HEAD),
 * else the bytes to send.
 */
export const answerFile = ({
  request,
  reply,
  file,
}: {
  request: FastifyRequest;
  reply: FastifyReply;
  file: FileFacts;
}): ByteRange | undefined => {
  const { size, contentType, etag, cacheControl } = file;
  reply.headers({ etag, 'cache-control': cacheControl, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff' });
  if (matches(request.headers['if-none-match'], etag)) {
    reply.code(304);
    return undefined;
  }

  const range = parseRange({ header: rangeOf(request, etag), size });
  if (range === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${size}`);
    return undefined;
  }
  const bytes = range === 'whole' ? { start: 0, end: size - 1 } : range;
  if (range !== 'whole') reply.code(206).header('content-range', `bytes ${bytes.start}-${bytes.end}/${size}`);
  reply.headers({ 'content-type': contentType, 'content-length': bytes.end - bytes.start + 1 });
  return request.method === 'HEAD' ? undefined : bytes;
};

/** A range of another version than the one at hand would be stitched into nonsense. */
const rangeOf = ({ method, headers }: FastifyRequest, etag: string): string | undefined => {
  if (method !== 'GET') return undefined;
  const condition = headers['if-range'];
  return condition === undefined || condition === etag ? headers.range : undefined;
};

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag));
