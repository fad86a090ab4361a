import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { type Encoding, negotiateEncoding } from '@stagereel/service-kit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compress } from './encodings.ts';

type ContentType = { type: string; isText?: true };

const BINARY: ContentType = { type: 'application/octet-stream' };

/** The file types of a built web app. Text files are compressed. */
const byExtension: Record<string, ContentType> = {
  '.html': { type: 'text/html; charset=utf-8', isText: true },
  '.js': { type: 'text/javascript; charset=utf-8', isText: true },
  '.mjs': { type: 'text/javascript; charset=utf-8', isText: true },
  '.css': { type: 'text/css; charset=utf-8', isText: true },
  '.json': { type: 'application/json; charset=utf-8', isText: true },
  '.webmanifest': { type: 'application/manifest+json; charset=utf-8', isText: true },
  '.map': { type: 'application/json; charset=utf-8', isText: true },
  '.txt': { type: 'text/plain; charset=utf-8', isText: true },
  '.xml': { type: 'application/xml; charset=utf-8', isText: true },
  '.svg': { type: 'image/svg+xml', isText: true },
  '.ico': { type: 'image/x-icon' },
  '.png': { type: 'image/png' },
  '.jpg': { type: 'image/jpeg' },
  '.jpeg': { type: 'image/jpeg' },
  '.webp': { type: 'image/webp' },
  '.avif': { type: 'image/avif' },
  '.gif': { type: 'image/gif' },
  '.woff': { type: 'font/woff' },
  '.woff2': { type: 'font/woff2' },
  '.mp4': { type: 'video/mp4' },
  '.webm': { type: 'video/webm' },
  '.wasm': { type: 'application/wasm' },
};

/** A file in memory, ready to be sent. */
export type StaticFile = {
  contentType: string;
  cacheControl: string;
  isCompressible: boolean;
  /** Hash of the uncompressed content. */
  hash: string;
  bytes: Buffer;
  /** The bytes in an encoding: the build's precompressed copy, otherwise compressed at the first request and cached. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
};

type Source = { name: string; bytes: Buffer; cacheControl: string; precompressed?: Partial<Record<Encoding, Buffer>> };

/** A smaller response fits into one network packet anyway. */
const MIN_COMPRESSIBLE_BYTES = 1024;
const HASH_CHARACTERS = 22;

/** Adds the headers and encodings of a file that is already in memory. `name` determines the content type. */
export const prepareStaticFile = ({ name, bytes, cacheControl, precompressed = {} }: Source): StaticFile => {
  const { type, isText = false } = byExtension[extname(name).toLowerCase()] ?? BINARY;
  const cache = new Map<Encoding, Promise<Buffer>>();
  return {
    contentType: type,
    cacheControl,
    isCompressible: isText && bytes.length >= MIN_COMPRESSIBLE_BYTES,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS),
    bytes,
    encoded: (encoding) => {
      const cached = cache.get(encoding);
      if (cached) return cached;
      const copy = precompressed[encoding];
      const encoded = copy ? Promise.resolve(copy) : compress[encoding](bytes);
      cache.set(encoding, encoded);
      return encoded;
    },
  };
};

type SendInput = { request: FastifyRequest; reply: FastifyReply; file: StaticFile };

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, ''))) ?? false;

/** Sends a file in the best encoding that the client accepts, or a 304 if the client has it already. A 404 is always sent in full. */
export const sendStaticFile = async ({ request, reply, file }: SendInput): Promise<FastifyReply> => {
  const encoding = file.isCompressible ? negotiateEncoding(request.headers['accept-encoding']) : undefined;
  const tag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`;
  reply.headers({ etag: tag, 'cache-control': file.cacheControl });
  if (file.isCompressible) reply.header('vary', 'accept-encoding');
  if (reply.statusCode === 200 && hasTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.type(file.contentType).send(encoding ? await file.encoded(encoding) : file.bytes);
};
