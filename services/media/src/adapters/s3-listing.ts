import type { S3Client } from '@aws-sdk/client-s3';
import { isStorageKey, type Storage } from '../domain/storage.ts';

type Place = { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client; bucket: string; prefix: string };

/** All objects, then all uploads that were begun and neither finished nor aborted; without what others keep in the same bucket. */
export async function* listBucket({ prefix, ...place }: Place): ReturnType<Storage['list']> {
  for await (const { key: name, ...facts } of listAll({ prefix, ...place })) {
    const key = name.slice(prefix.length);
    if (isStorageKey(key)) yield { key, ...facts };
  }
}

async function* listAll(place: Place): ReturnType<Storage['list']> {
  yield* listObjects(place);
  yield* listOpenUploads(place);
}

async function* listObjects({ sdk, client, bucket: Bucket, prefix: Prefix }: Place): ReturnType<Storage['list']> {
  for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket, Prefix })) {
    for (const { Key, Size = 0, LastModified } of Contents) {
      if (Key && LastModified) yield { key: Key, handle: null, size: Size, changedAt: LastModified };
    }
  }
}

async function* listOpenUploads({ sdk, client, bucket: Bucket, prefix: Prefix }: Place): ReturnType<Storage['list']> {
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
