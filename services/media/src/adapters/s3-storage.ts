import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { CHUNK_STORE_SECONDS } from '@stagereel/contracts';
import { AppError } from '@stagereel/service-kit';
import { isStorageKey, MARK_NAME, parseMark, type Storage, serializeMark } from '../domain/storage/storage.ts';
import { withStorageFull, writeStreamAt } from './write-to-disk.ts';

export type S3Sdk = typeof import('@aws-sdk/client-s3');
type Options = {
  /** Loaded by the caller, only if S3 is used, because it takes 20 MB of memory. */
  sdk: S3Sdk;
  client: S3Client;
  bucket: string;
  /** The prefix of all keys in the bucket. */
  prefix: string;
  /** For temporary files: a chunk until it is complete, and an object while a program reads it. */
  spoolDir: string;
  /** The timeout for storing one part. */
  partMs?: number;
};

const NOT_FOUND = ['NoSuchKey', 'NotFound'];
const DAMAGED = ['InvalidPart', 'InvalidPartOrder', 'EntityTooSmall'];

/** One multipart upload per file, one part per chunk: https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html */
export const createS3Storage = ({
  sdk,
  client,
  bucket: Bucket,
  prefix,
  spoolDir,
  partMs = CHUNK_STORE_SECONDS * 1000,
}: Options): Storage => {
  const keyOf = (key: string): string => `${prefix}${key}`;
  const withTemporaryFile = async <Result>(use: (path: string) => Promise<Result>): Promise<Result> => {
    const path = join(spoolDir, randomUUID());
    try {
      return await use(path);
    } finally {
      await rm(path, { force: true });
    }
  };

  const remove = async (key: string): Promise<void> => {
    await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(key) }));
  };
  const read = async ({ key, range, signal }: { key: string; range?: string; signal?: AbortSignal }): Promise<Readable | undefined> => {
    const request = new sdk.GetObjectCommand({ Bucket, Key: keyOf(key), ...(range ? { Range: range } : {}) });
    const response = await undefinedOn(NOT_FOUND, client.send(request, { abortSignal: signal }));
    return response?.Body instanceof Readable ? response.Body : undefined;
  };
  const put = async ({ key, bytes, contentType }: { key: string; bytes: Buffer; contentType: string }): Promise<void> => {
    await client.send(new sdk.PutObjectCommand({ Bucket, Key: keyOf(key), Body: bytes, ContentType: contentType }));
  };
  const isComplete = async ({ key, size }: { key: string; size: number }): Promise<boolean> => {
    const head = await undefinedOn(NOT_FOUND, client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(key) })));
    return head?.ContentLength === size;
  };

  return {
    begin: async ({ key }) => {
      const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key: keyOf(key) }));
      if (!UploadId) throw new Error('S3 returned no UploadId');
      return UploadId;
    },

    // Through a file, because S3 needs the hash of a part before its first byte, and memory must not grow with the number of clients.
    writeChunk: ({ key, handle, index, size, body, signal }) =>
      withTemporaryFile(async (path) => {
        const file = await open(path, 'wx');
        const checksum = await withStorageFull(writeStreamAt({ file, offset: 0, size, body, signal })).finally(() => file.close());
        const Body = createReadStream(path);
        const part = { Bucket, Key: keyOf(key), UploadId: handle ?? '', PartNumber: index + 1, ContentLength: size, Body };
        const timeout = AbortSignal.timeout(partMs);
        try {
          const { ETag } = await client.send(new sdk.UploadPartCommand(part), { abortSignal: AbortSignal.any([signal, timeout]) });
          return { checksum, receipt: ETag ?? null };
        } catch (cause) {
          signal.throwIfAborted();
          if (timeout.aborted) throw new AppError('ServiceUnavailable', { cause });
          // The upload was cancelled or swept in the meantime.
          if (hasErrorCode(['NoSuchUpload'], cause)) throw new AppError('UploadNotFound', { cause });
          throw cause;
        } finally {
          // After an error the SDK may not have read the whole file.
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
        if (hasErrorCode(DAMAGED, error)) return 'damaged';
        // An earlier attempt has completed the upload.
        if (hasErrorCode(['NoSuchUpload'], error) && (await isComplete({ key, size }))) return 'finished';
        throw error;
      }
    },

    abandon: async ({ key, handle }) => {
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key: keyOf(key), UploadId: handle ?? '' });
      if (handle) await undefinedOn(['NoSuchUpload', ...NOT_FOUND], client.send(abort));
      await remove(key);
    },

    read: ({ key, start, end }) => read({ key, range: `bytes=${start}-${end}` }),

    withLocalFile: ({ key, ...options }, use) =>
      withTemporaryFile(async (path) => {
        const bytes = await read({ key, ...options });
        if (!bytes) throw new Error(`Stored object ${key} is missing`);
        await withStorageFull(pipeline(bytes, createWriteStream(path), options));
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
    writeMark: (mark) => put({ key: MARK_NAME, bytes: serializeMark(mark), contentType: 'application/json' }),
    ping: async () => {
      await client.send(new sdk.HeadBucketCommand({ Bucket }));
    },
  };
};

const nameOf = (error: unknown): unknown => (typeof error === 'object' && error !== null && 'name' in error ? error.name : undefined);

/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const hasErrorCode = (codes: readonly string[], error: unknown): boolean => codes.includes(String(nameOf(error)));

/** Undefined in place of an error with one of these codes. */
export const undefinedOn = async <Result>(codes: readonly string[], work: Promise<Result>): Promise<Result | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (hasErrorCode(codes, error)) return undefined;
    throw error;
  }
};

type BucketAccess = Pick<Options, 'sdk' | 'client' | 'bucket' | 'prefix'>;

/** The objects and the open multipart uploads of this service, without those that others keep in the same bucket. */
async function* listBucket({ prefix, ...bucket }: BucketAccess): ReturnType<Storage['list']> {
  for (const list of [listObjects, listOpenUploads]) {
    for await (const { key: name, ...fields } of list({ prefix, ...bucket })) {
      const key = name.slice(prefix.length);
      if (isStorageKey(key)) yield { key, ...fields };
    }
  }
}

async function* listObjects({ sdk, client, bucket: Bucket, prefix: Prefix }: BucketAccess): ReturnType<Storage['list']> {
  for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key, Size = 0, LastModified } of Contents) {
      if (Key && LastModified) yield { key: Key, handle: null, size: Size, changedAt: LastModified };
    }
  }
}

async function* listOpenUploads({ sdk, client, bucket: Bucket, prefix: Prefix }: BucketAccess): ReturnType<Storage['list']> {
  let markers = {};
  for (;;) {
    const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...markers }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId && Initiated) yield { key: Key, handle: UploadId, size: 0, changedAt: Initiated };
    }
    if (!page.IsTruncated) return;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
