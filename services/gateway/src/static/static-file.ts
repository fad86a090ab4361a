import { extname } from 'node:path';
import { etagOf, negotiateForm, type PreparedJson, prepareJson } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.png': 'image/png',
};

/** A response in memory. Compressed at its first request. */
export type StaticFile = { status: number; headers: Record<string, string>; content: Promise<PreparedJson> };

type Source = {
  /** Determines the content type. */
  name: string;
  bytes: Buffer;
  cacheControl: string;
  /** Further headers of its responses. */
  headers: Record<string, string>;
  status?: number;
};

export const prepareStaticFile = ({ name, bytes, cacheControl, headers, status = 200 }: Source): StaticFile => ({
  status,
  headers: { ...headers, 'cache-control': cacheControl, 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' },
  content: prepareJson(bytes),
});

type SendInput = { request: FastifyRequest; reply: FastifyReply; file: StaticFile };

/** Sends a file in the best encoding that the client accepts, or a 304 if the client has it already. A 404 is always sent in full. */
export const sendStaticFile = async ({ request, reply, file }: SendInput): Promise<FastifyReply> => {
  const { status, headers, content } = file;
  const ready = await content;
  const { encoding, isKnown } = negotiateForm(request, ready);
  const bytes = encoding ? await ready.encoded(encoding) : ready.plain;
  reply.headers({ ...headers, etag: etagOf(ready.digest, encoding), vary: 'accept-encoding' });
  if (isKnown && status === 200) return reply.code(304).removeHeader('content-type').send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(status).send(bytes);
};
