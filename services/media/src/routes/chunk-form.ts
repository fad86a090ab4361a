import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import { CHUNK_BYTES, chunkFieldsSchema } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ChunkTimeouts, RouteDeps } from './route-deps.ts';

type Fields = z.infer<typeof chunkFieldsSchema>;
type Input<Result> = {
  request: FastifyRequest;
  spool: RouteDeps['spool'];
  timeouts: ChunkTimeouts;
  use: (form: Fields & { body: Readable }) => Promise<Result>;
};

/** The fields and boundaries of the form. */
const FORM_OVERHEAD_BYTES = 16 * 1024;
/** Larger than one read from the socket, so that the sender is not paused for data that is consumed immediately. */
const HIGH_WATER_BYTES = 128 * 1024;
const LIMITS = { fields: 8, fieldNameSize: 100, fieldSize: 200, files: 1, parts: 10, headerPairs: 20, fileSize: CHUNK_BYTES };

/**
 * Reads a form with one chunk and passes the chunk to `use` as a stream. If the form fields come first, the chunk is not buffered; otherwise
 * it is spooled until its fields arrive.
 * @throws AppError ChunkInvalid when the form is malformed, ChunkTooLarge, RequestTimeout; the error of `use`
 */
export const readChunkForm = async <Result>({ request, spool, timeouts, use }: Input<Result>): Promise<Result> => {
  const { raw, headers } = request;
  if (Number(headers['content-length'] ?? 0) > CHUNK_BYTES + FORM_OVERHEAD_BYTES) throw new AppError('ChunkTooLarge');
  const parser = createParser(headers);
  const fields: Record<string, string> = {};
  let chunk: BusboyFileStream | undefined;
  let work: Promise<Result> | undefined;

  let stopTimeouts = (): void => undefined;
  const parsed = new Promise<void>((resolve, reject) => {
    parser.on('field', (name, value) => {
      fields[name] = value;
    });
    parser.on('file', (name, stream) => {
      if (name !== 'chunk' || work) return reject(new AppError('ChunkInvalid'));
      chunk = stream;
      const known = chunkFieldsSchema.safeParse(fields);
      work = known.success ? consumeChunk(stream, (body) => use({ ...known.data, body })) : useSpooled(stream);
      // When the chunk is not consumed any more, the parser would never finish.
      work.catch(reject);
    });
    parser.on('finish', resolve);
    parser.on('error', (cause) => reject(new AppError('ChunkInvalid', { cause })));
    raw.on('error', (cause) => reject(new AppError('ChunkInvalid', { cause })));
    raw.on('close', () => {
      if (!raw.complete) reject(new AppError('ChunkInvalid', { cause: new Error('Connection closed before the form was complete') }));
    });
    stopTimeouts = startTimeouts({ body: raw, timeouts, onTimeout: reject });
  }).finally(() => stopTimeouts());

  const useSpooled = async (stream: BusboyFileStream): Promise<Result> => {
    const { body, dispose } = await consumeChunk(stream, spool);
    try {
      await parsed;
      return await use({ ...parseFields(fields), body });
    } finally {
      // `use` may not have read the body.
      await dispose();
    }
  };

  raw.pipe(parser);
  try {
    await parsed;
    if (!work) throw new AppError('ChunkInvalid');
    return await work;
  } catch (error) {
    // Wait until the chunk is not written any more before the client gets its error. Without `destroy` a reader would wait forever for the
    // rest of a cut connection.
    chunk?.destroy(new AppError('ChunkInvalid', { cause: error }));
    await work?.catch(() => undefined);
    throw error;
  } finally {
    raw.unpipe(parser);
    raw.resume();
  }
};

const createParser = (headers: FastifyRequest['headers']): BusboyInstance => {
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

/**
 * Fails a body that sends no data for `idleMs`, or takes longer than `totalMs`. A body that is paused by its own reader is not idle.
 * Returns a function that stops both timers.
 */
const startTimeouts = ({
  body,
  timeouts: { idleMs, totalMs },
  onTimeout,
}: {
  body: Readable;
  timeouts: ChunkTimeouts;
  onTimeout: (error: AppError) => void;
}): (() => void) => {
  const fail = (): void => onTimeout(new AppError('RequestTimeout'));
  const total = setTimeout(fail, totalMs);
  const idle = setTimeout(() => (body.isPaused() ? idle.refresh() : fail()), idleMs);
  const onData = (): void => void idle.refresh();
  body.on('data', onData);
  return () => {
    clearTimeout(total);
    clearTimeout(idle);
    body.off('data', onData);
  };
};

const consumeChunk = async <Result>(stream: BusboyFileStream, use: (body: Readable) => Promise<Result>): Promise<Result> => {
  let isTooLarge = false;
  // A truncated form emits an error here, perhaps before or after the stream has a reader.
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
  const result = chunkFieldsSchema.safeParse(fields);
  if (!result.success) throw new AppError('ChunkInvalid', { cause: result.error });
  return result.data;
};
