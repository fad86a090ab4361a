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

/** A file in one encoding. The heads are names and values in turn: of a response with the file, and of a 304. */
export type Variant = { tag: string; head: readonly string[]; headOfKnown: readonly string[]; bytes: Buffer };

/** A file in memory with the headers of its responses. */
export type StaticFile = {
  status: number;
  isCompressible: boolean;
  /** The build's precompressed copy, otherwise compressed at the first request and kept. Without an encoding, the file as it is. */
  variant: (encoding: Encoding | undefined) => Variant | Promise<Variant>;
};

type Source = {
  name: string;
  bytes: Buffer;
  cacheControl: string;
  /** Further headers of its responses. */
  headers: Record<string, string>;
  status?: number;
  precompressed?: Partial<Record<Encoding, Buffer>>;
};

/** A smaller response fits into one network packet anyway. */
const MIN_COMPRESSIBLE_BYTES = 1024;
const HASH_CHARACTERS = 22;

/** Adds the headers and encodings of a file that is already in memory. `name` determines the content type. */
export const prepareStaticFile = ({ name, bytes, cacheControl, headers, status = 200, precompressed = {} }: Source): StaticFile => {
  const { type, isText = false } = byExtension[extname(name).toLowerCase()] ?? BINARY;
  const isCompressible = isText && bytes.length >= MIN_COMPRESSIBLE_BYTES;
  const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, HASH_CHARACTERS);
  const common = Object.entries({ ...headers, 'cache-control': cacheControl, ...(isCompressible && { vary: 'accept-encoding' }) }).flat();

  const variantOf = (content: Buffer, encoding?: Encoding): Variant => {
    const tag = `"${hash}${encoding ? `-${encoding}` : ''}"`;
    const headOfKnown = ['etag', tag, ...common];
    const encodingHead = encoding ? ['content-encoding', encoding] : [];
    const head = [...headOfKnown, ...encodingHead, 'content-type', type, 'content-length', String(content.length)];
    return { tag, head, headOfKnown, bytes: content };
  };
  const variants = new Map<Encoding | undefined, Variant | Promise<Variant>>([[undefined, variantOf(bytes)]]);
  const compressed = async (encoding: Encoding): Promise<Variant> => {
    const variant = variantOf(await compress[encoding](bytes), encoding);
    variants.set(encoding, variant);
    return variant;
  };
  return {
    status,
    isCompressible,
    variant: (encoding) => {
      const known = variants.get(encoding);
      if (known) return known;
      if (!encoding) return variantOf(bytes);
      const copy = precompressed[encoding];
      const variant = copy ? variantOf(copy, encoding) : compressed(encoding);
      variants.set(encoding, variant);
      // The next request tries again.
      if (variant instanceof Promise) variant.catch(() => variants.delete(encoding));
      return variant;
    },
  };
};

const hasTag = (header: string | undefined, tag: string): boolean =>
  header?.split(',').some((each) => [tag, '*'].includes(each.trim().replace(/^W\//, ''))) ?? false;

type SendInput = { request: FastifyRequest; reply: FastifyReply; file: StaticFile };

/** Responses to write at the end of this turn of the event loop. */
let writes: (() => void)[] = [];

const writeAll = (): void => {
  const all = writes;
  writes = [];
  for (const each of all) each();
};

/**
 * Bypasses Fastify's hooks, which would set the same headers again for every request. The responses of a turn of the event loop are written one
 * right after the other: a proxy on the same machine is then woken once for many of them, and not for each.
 */
const write = ({ request, reply, file, variant }: SendInput & { variant: Variant }): void => {
  const { tag, head, headOfKnown, bytes } = variant;
  const isKnown = file.status === 200 && hasTag(request.headers['if-none-match'], tag);
  reply.hijack();
  if (writes.length === 0) setImmediate(writeAll);
  writes.push(() => {
    try {
      reply.raw.writeHead(isKnown ? 304 : file.status, [...(isKnown ? headOfKnown : head), 'x-request-id', request.id]);
      reply.raw.end(isKnown ? undefined : bytes);
    } catch (err) {
      // Outside of the handler, nobody else would catch it.
      request.log.error({ err }, 'File not sent');
      reply.raw.destroy();
    }
  });
};

/** Sends a file in the best encoding that the client accepts, or a 304 if the client has it already. A 404 is always sent in full. */
export const sendStaticFile = (input: SendInput): void | Promise<void> => {
  const { request, file } = input;
  const variant = file.variant(file.isCompressible ? negotiateEncoding(request.headers['accept-encoding']) : undefined);
  if (!(variant instanceof Promise)) return write({ ...input, variant });
  return variant.then((ready) => write({ ...input, variant: ready }));
};
