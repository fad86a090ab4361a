import { Readable } from 'node:stream';
import { connectS3 } from '../../../../services/media/src/adapters/open-storage.ts';
import { undefinedOn } from '../../../../services/media/src/adapters/s3-storage.ts';
import type { TargetS3 } from '../settings.ts';
import type { Target } from './target.ts';

/** Of a multipart upload, which has at most 10,000 parts: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const PART_BYTES = 32 * 1024 * 1024;

/** Joins the pieces to parts of the same size; the last one is smaller. */
async function* toParts(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.byteLength;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    size = 0;
  }
  yield Buffer.concat(pieces);
}

/** A prefix in a bucket that exists. An object appears with its last byte. */
export const openBucket = async ({ address, config }: { address: string; config: TargetS3 }): Promise<Target> => {
  const { host: Bucket, pathname } = new URL(address);
  const folder = pathname.replace(/^\/|\/$/g, '');
  const prefix = folder === '' ? '' : `${folder}/`;
  const { sdk, client } = await connectS3(config);
  await client.send(new sdk.HeadBucketCommand({ Bucket }));

  const writeParts = async ({ Key, first, rest }: { Key: string; first: Buffer; rest: AsyncGenerator<Buffer> }): Promise<void> => {
    const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand({ Bucket, Key }));
    try {
      const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
      const send = async (Body: Buffer): Promise<void> => {
        const PartNumber = Parts.length + 1;
        const { ETag } = await client.send(new sdk.UploadPartCommand({ Bucket, Key, UploadId, PartNumber, Body }));
        Parts.push({ ETag, PartNumber });
      };
      await send(first);
      for await (const part of rest) if (part.byteLength > 0) await send(part);
      await client.send(new sdk.CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
    } catch (error) {
      await client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })).catch(() => undefined);
      throw error;
    }
  };

  return {
    place: address,
    write: async (name, bytes) => {
      const Key = `${prefix}${name}`;
      const parts = toParts(bytes);
      const { value: first = Buffer.alloc(0) } = await parts.next();
      if (first.byteLength >= PART_BYTES) return writeParts({ Key, first, rest: parts });
      // The end of the stream is read before anything is stored, because only then its hash is known to be right.
      await parts.next();
      await client.send(new sdk.PutObjectCommand({ Bucket, Key, Body: first }));
    },
    read: async (name) => {
      const get = new sdk.GetObjectCommand({ Bucket, Key: `${prefix}${name}` });
      const found = await undefinedOn(['NoSuchKey', 'NotFound'], client.send(get));
      return found?.Body instanceof Readable ? found.Body : undefined;
    },
    list: async function* (under) {
      for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix: `${prefix}${under}` })) {
        for (const { Key, Size = 0 } of Contents) if (Key) yield { name: Key.slice(prefix.length), size: Size };
      }
    },
    remove: async (name) => {
      await client.send(new sdk.DeleteObjectCommand({ Bucket, Key: `${prefix}${name}` }));
    },
  };
};
