import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { CHUNK_STORE_SECONDS } from '@stagereel/contracts';
import { AppError, createBufferPool, sourceOfPieces } from '@stagereel/service-kit';
import type { Storage } from '../domain/storage.ts';
import { refusingWhenFull } from './file-system-errors.ts';
import { isRefusedAs, orIfRefusedAs } from './s3-errors.ts';
import { listBucket } from './s3-listing.ts';
import { MARK_NAME, markBytes, parseMark } from './storage-mark.ts';
import { writeStreamAt } from './write-stream-at.ts';

export type S3Sdk = typeof import('@aws-sdk/client-s3');
type Options = {
  /** Loaded only where it is needed: it takes twenty megabytes. */
  sdk: S3Sdk;
  client: S3Client;
  bucket: string;
  /** What all keys in the bucket begin with. */
  prefix: string;
  /** Where a chunk waits until it is whole, and an object as long as a program reads it. */
  spoolDir: string;
  /** How long the store may take for one part. */
  partMs?: number;
};

const GONE = ['NoSuchKey', 'NotFound'];
const DAMAGED = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

/** One multipart upload a file, one part a chunk: https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
export const createS3Storage = ({
  sdk,
  client,
  bucket: Bucket,
  prefix,
  spoolDir,
  partMs = CHUNK_STORE_SECONDS * 1000,
}: Options): Storage => {
  const keyOf = (key: string): string => `${prefix}${key}`;
  const withSpooled = async <Result>(use: (path: string) => Promise<Result>): Promise<Result> => {
    const path = join(spoolDir, randomUUID());
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  const pool = createBufferPool();

  const remove = async (key: string): Promise<void> => {
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) }));
  };
  const read = async ({ key, range, signal }: { key: string; range?: string; signal?: AbortSignal }): Promise<Readable | undefined> => {
    const request = new sdk.GetObjectCommand({ Bucket, Key: keyOf(key), ...(range ? { Range: range } : {}) });
    const answer = await orIfRefusedAs(GONE, client.send(request, { abortSignal: signal }));
    return answer?.Body instanceof Readable ? answer.Body : undefined;
  };
  const readSpan: Storage['read'] = ({ key, start, end }) => read({ key, range: `bytes=${start}-${end}` });
  const put = async ({ key, bytes, contentType }: { key: string; bytes: Buffer; contentType: string }): Promise<void> => {
    await client.send(new sdk.PutObjectCommand({ Bucket, Key: keyOf(key), Body: bytes, ContentType: contentType }));
  };
  const isWhole = async ({ key, size }: { key: string; size: number }): Promise<boolean> => {
    const head = await orIfRefusedAs(GONE, client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(key) })));
    return head?.ContentLength === size;
  };

  return {
    begin: async ({ key }) => {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key: keyOf(key) }));
      if (!UploadId) throw new Error('the store began an upload without an id');
      return UploadId;
    },

    // Through a file: a part's length and hash must be known before its first byte, and memory must not follow the number of clients.
    writeChunk: ({ key, handle, index, size, body, signal }) =>
      withSpooled(async (path) => {
        const file = await open(path, 'wx');
        const checksum = await refusingWhenFull(writeStreamAt({ file, offset: 0, size, body, pool, signal })).finally(() => file.close());
        const Body = createReadStream(path);
        const part = { Bucket, Key: keyOf(key), UploadId: handle ?? '', PartNumber: index + 1, ContentLength: size, Body };
        const late = AbortSignal.timeout(partMs);
        try {
          const { ETag } = await client.send(new sdk.UploadPartCommand(part), { abortSignal: AbortSignal.any([signal, late]) });
          return { checksum, receipt: ETag ?? null };
        } catch (cause) {
          signal.throwIfAborted();
          if (late.aborted) throw new AppError('ServiceUnavailable', { cause });
          // Cancelled, or swept, while this came in.
          if (isRefusedAs(['NoSuchUpload'], cause)) throw new AppError('UploadNotFound', { cause });
          throw cause;
        } finally {
          // An upload that was stopped or refused need not have read all of it.
          Body.destroy();
        }
      }),

    finish: async ({ key, handle, size, receipts }) => {
      const Parts = receipts.map((ETag, index) => ({ ETag: ETag ?? '', PartNumber: index + 1 }));
      try {
        await client.send(
          new sdk.CompleteMultipartUploadCommand({ Bucket, Key: keyOf(key), UploadId: handle ?? '', MultipartUpload: { Parts } }),
        );
        return 'finished';
      } catch (error) {
        if (isRefusedAs(DAMAGED, error)) return 'damaged';
        // An earlier attempt got as far as this.
        if (isRefusedAs(['NoSuchUpload'], error) && (await isWhole({ key, size }))) return 'finished';
        throw error;
      }
    },

    abandon: async ({ key, handle }) => {
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key: keyOf(key), UploadId: handle ?? '' });
      if (handle) await orIfRefusedAs(['NoSuchUpload', ...GONE], client.send(abort));
      await remove(key);
    },

    read: readSpan,
    openSource: async (span) => {
      const pieces = await readSpan(span);
      return pieces && sourceOfPieces(pieces);
    },

    withLocalFile: ({ key, ...interruptible }, use) =>
      withSpooled(async (path) => {
        const bytes = await read({ key, ...interruptible });
        if (!bytes) throw new Error(`${key} is not in the store`);
        await refusingWhenFull(pipeline(bytes, createWriteStream(path), interruptible));
        return use(path);
      }),

    put,
    remove,
    list: () => listBucket({ sdk, client, bucket: Bucket, prefix }),
    freeBytes: async () => undefined,
    readMark: async () => {
      const bytes = await read({ key: MARK_NAME });
      return bytes && parseMark(await text(bytes));
    },
    writeMark: (mark) => put({ key: MARK_NAME, bytes: markBytes(mark), contentType: 'application/json' }),
    ping: async () => {
      await client.send(new sdk.HeadBucketCommand({ Bucket }));
    },
  };
};
