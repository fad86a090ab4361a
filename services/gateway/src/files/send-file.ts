import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiateEncoding } from './encodings.ts';
import type { StoredFile } from './stored-file.ts';

type SendInput = { request: FastifyRequest; reply: FastifyReply; file: StoredFile };

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, ''))) ?? false;

/** Sends a file in the best encoding the client takes, or 304 when the client has it already. */
export const sendFile = async ({ request, reply, file }: SendInput): Promise<FastifyReply> => {
  const encoding = file.isCompressible ? negotiateEncoding(request.headers['accept-encoding']) : undefined;
  const tag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ etag: tag, 'cache-control': file.cacheControl });
  if (file.isCompressible) reply.header('vary', 'accept-encoding');
  if (hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.contentType).send(encoding ? await file.encoded(encoding) : file.bytes);
};
