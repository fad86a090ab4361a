import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ENCODINGS, type Encoding, negotiateEncoding } from './encodings.ts';

/** A JSON response as bytes, prepared once for many requests. */
export type PreparedJson = {
  /** Hash of the content, equal in every process. */
  digest: string;
  plain: Buffer;
  /** Compressed at the first call, outside of the event loop. */
  encoded: (encoding: Encoding) => Promise<Buffer>;
};

/** Compressing a smaller response saves next to nothing. */
const MIN_COMPRESSIBLE_BYTES = 256;
const BROTLI_QUALITY = 5;
const DIGEST_LENGTH = 27;

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => gzipped(bytes),
};

/** Prepares JSON text or its bytes, which must not change afterwards. */
export const prepareJson = async (json: string | Buffer): Promise<PreparedJson> => {
  const plain = typeof json === 'string' ? Buffer.from(json) : json;
  const cache = new Map<Encoding, Promise<Buffer>>();
  return {
    digest: createHash('sha256').update(plain).digest('base64url').slice(0, DIGEST_LENGTH),
    plain,
    encoded: (encoding) => {
      const cached = cache.get(encoding);
      if (cached) return cached;
      const encoded = compress[encoding](plain);
      cache.set(encoding, encoded);
      // The next call tries again.
      encoded.catch(() => cache.delete(encoding));
      return encoded;
    },
  };
};

/** Weak comparison, as required for a conditional GET: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
const isTagKnown = (header: string | undefined, digest: string): boolean => {
  if (!header) return false;
  const tags = [undefined, ...ENCODINGS].map((encoding) => etagOf(digest, encoding));
  return header.split(',').some((given) => {
    const tag = given.trim().replace(/^W\//, '');
    return tag === '*' || tags.includes(tag);
  });
};

/** A strong ETag identifies exact bytes, so each encoding has its own. */
export const etagOf = (digest: string, encoding: Encoding | undefined): string => (encoding ? `"${digest}-${encoding}"` : `"${digest}"`);

/** Which encoding a request receives, undefined for none; and whether the client has the content already. */
export const negotiateForm = (
  { headers }: { headers: IncomingHttpHeaders },
  { digest, plain }: PreparedJson,
): { encoding: Encoding | undefined; isKnown: boolean } => ({
  encoding: plain.length < MIN_COMPRESSIBLE_BYTES ? undefined : negotiateEncoding(headers['accept-encoding']),
  isKnown: isTagKnown(headers['if-none-match'], digest),
});

/**
 * Sends the bytes, or 304 when the caller has them already. No browser stores them, because the content may be private, unless the route sends
 * PUBLIC_CACHE_CONTROL.
 */
export const sendPreparedJson = async (input: {
  request: FastifyRequest;
  reply: FastifyReply;
  ready: PreparedJson;
}): Promise<FastifyReply> => {
  const { request, reply, ready } = input;
  const { encoding, isKnown } = negotiateForm(request, ready);
  reply.header('etag', etagOf(ready.digest, encoding)).header('vary', 'accept-encoding');
  if (isKnown) return reply.code(304).send();
  if (!encoding) return reply.type('application/json; charset=utf-8').send(ready.plain);
  const encoded = await ready.encoded(encoding);
  // Only now: if compressing fails or takes too long, the error is sent as it is.
  return reply.header('content-encoding', encoding).type('application/json; charset=utf-8').send(encoded);
};
