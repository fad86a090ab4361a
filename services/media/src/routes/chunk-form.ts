import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { CHUNK_BYTES, chunkFieldsSchema } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { limitBodyTime } from './body-time.ts';
import type { RouteDeps } from './route-deps.ts';

type Fields = z.infer<typeof chunkFieldsSchema>;
type Input<Result> = Pick<RouteDeps, 'spool' | 'chunkTime'> & {
  request: FastifyRequest;
  use: (form: Fields & { body: Readable }) => Promise<Result>;
};

/** Fields and boundaries around one chunk. */
const FORM_OVERHEAD_BYTES = 16 * 1024;
/** Above what comes in at once: what is taken at once holds nobody up. */
const HIGH_WATER_BYTES = 128 * 1024;
const LIMITS = { fields: 8, fieldNameSize: 100, fieldSize: 200, files: 1, parts: 10, headerPairs: 20, fileSize: CHUNK_BYTES };

/**
 * Reads a form with one chunk and hands it to `use` as a stream. With the fields first the bytes are taken as they come; a chunk that comes
 * before its fields is put by until it is known whose it is.
 * @throws AppError ChunkInvalid when it is no such form, ChunkTooLarge, RequestTimeout; what `use` throws
 */
export const readChunkForm = async <Result>({ request, spool, chunkTime, use }: Input<Result>): Promise<Result> => {
  const { raw, headers } = request;
  if (Number(headers['content-length'] ?? 0) > CHUNK_BYTES + FORM_OVERHEAD_BYTES) throw new AppError('ChunkTooLarge');
  const parser = openParser(headers);
  const fields: Record<string, string> = {};
  let chunk: BusboyFileStream | undefined;
  let work: Promise<Result> | undefined;

  let stopLimit = (): void => undefined;
  const read = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (name, stream) => {
      if (name !== 'chunk' || work) return reject(new AppError('ChunkInvalid'));
      chunk = stream;
      const known = chunkFieldsSchema.safeParse(fields);
      work = known.success ? takeStream(stream, (body) => use({ ...known.data, body })) : spooled(stream);
      // Whoever stops taking the chunk stops the form.
      work.catch(reject);
    });
    parser.on('finish', resolve);
    parser.on('error', (cause) => reject(new AppError('ChunkInvalid', { cause })));
    raw.on('error', (cause) => reject(new AppError('ChunkInvalid', { cause })));
    raw.on('close', () => {
      if (!raw.complete) reject(new AppError('ChunkInvalid', { cause: new Error('the connection was cut') }));
    });
    stopLimit = limitBodyTime({ body: raw, time: chunkTime, giveUp: reject });
  }).finally(() => stopLimit());

  const spooled = async (stream: BusboyFileStream): Promise<Result> => {
    const { body, dispose } = await takeStream(stream, spool);
    try {
      await read;
      return await use({ ...parseFields(fields), body });
    } finally {
      // Who refuses a chunk may never have read of it.
      await dispose();
    }
  };

  raw.pipe(parser);
  try {
    await read;
    if (!work) throw new AppError('ChunkInvalid');
    return await work;
  } catch (error) {
    // Nobody writes to a chunk's place after its caller was told that it failed; and whoever reads of a cut connection would read for ever.
    chunk?.destroy(new AppError('ChunkInvalid', { cause: error }));
    await work?.catch(() => undefined);
    throw error;
  } finally {
    raw.unpipe(parser);
    raw.resume();
  }
};

const openParser = (headers: FastifyRequest['headers']): BusboyInstance => {
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      highWaterMark: HIGH_WATER_BYTES,
      limits: LIMITS,
    });
  } catch (cause) {
    throw new AppError('ChunkInvalid', { cause });
  }
};

const takeStream = async <Result>(stream: BusboyFileStream, use: (body: Readable) => Promise<Result>): Promise<Result> => {
  let isTooLarge = false;
  // A form that ends in the middle says so here, perhaps before or after anybody reads.
  stream.on('error', () => undefined);
  stream.on('limit', () => {
    isTooLarge = true;
    stream.destroy(new AppError('ChunkTooLarge'));
  });
  try {
    return await use(stream);
  } catch (error) {
    if (isTooLarge) throw new AppError('ChunkTooLarge', { cause: error });
    throw error;
  }
};

const parseFields = (fields: Record<string, string>): Fields => {
  const parsed = chunkFieldsSchema.safeParse(fields);
  if (!parsed.success) throw new AppError('ChunkInvalid', { cause: parsed.error });
  return parsed.data;
};
