import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A JSON response as bytes, prepared once for many requests. */
export type PreparedJson = { digest: string; plain: Buffer; brotli: Buffer };

const BROTLI_QUALITY = 5;
const DIGEST_LENGTH = 27;

const compress = promisify(brotliCompress);

/** Prepares JSON text or its bytes, which must not change afterwards. Equal text has an equal digest in every process. */
export const prepareJson = async (json: string | Buffer): Promise<PreparedJson> => {
  const plain = typeof json === 'string' ? Buffer.from(json) : json;
  const brotli = await compress(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  return { digest: createHash('sha256').update(plain).digest('base64url').slice(0, DIGEST_LENGTH), plain, brotli };
};

/** A strong ETag identifies exact bytes, so each encoding has its own. */
const tagsOf = ({ digest }: PreparedJson) => ({ plain: `"${digest}"`, brotli: `"${digest}-br"` });

/** Weak comparison, as required for a conditional GET: https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2 */
const isKnown = (header: string | undefined, tags: readonly string[]): boolean =>
  (header ?? '').split(',').some((given) => {
    const tag = given.trim().replace(/^W\//, '');
    return tag === '*' || tags.includes(tag);
  });

const takesBrotli = (header: string | string[] | undefined): boolean =>
  /(^|[,\s])br\s*(,|;(?!\s*q=0(\.0*)?\s*(,|$))|$)/.test(String(header ?? ''));

/** Sends the bytes, or 304 when the caller has them already. The content may depend on the caller, so only the browser may cache it. */
export const sendPreparedJson = (input: { request: FastifyRequest; reply: FastifyReply; ready: PreparedJson }): FastifyReply => {
  const { request, reply, ready } = input;
  const tags = tagsOf(ready);
  const form = takesBrotli(request.headers['accept-encoding']) ? 'brotli' : 'plain';
  reply.header('etag', tags[form]).header('cache-control', 'private, no-cache').header('vary', 'accept-encoding');
  if (isKnown(request.headers['if-none-match'], Object.values(tags))) return reply.code(304).send();
  if (form === 'brotli') reply.header('content-encoding', 'br');
  return reply.type('application/json; charset=utf-8').send(ready[form]);
};
