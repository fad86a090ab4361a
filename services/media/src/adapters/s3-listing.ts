import type { S3Client } from '@aws-sdk/client-s3';
import type { Storage } from '../domain/storage.ts';

type Place = { sdk: typeof import('@aws-sdk/client-s3'); client: S3Client; bucket: string };

/** All objects, then all uploads that were begun and neither finished nor aborted. */
export async function* listBucket(place: Place): ReturnType<Storage['list']> {
  yield* listObjects(place);
  yield* listOpenUploads(place);
}

async function* listObjects({ sdk, client, bucket: Bucket }: Place): ReturnType<Storage['list']> {
  for await (const { Contents = [] } of sdk.paginateListObjectsV2({ client }, { Bucket })) {
    for (const { Key, Size = 0, LastModified } of Contents) {
      if (Key && LastModified) yield { key: Key, handle: null, size: Size, changedAt: LastModified };
    }
  }
}

async function* listOpenUploads({ sdk, client, bucket: Bucket }: Place): ReturnType<Storage['list']> {
  let markers = {};
  for (;;) {
    const page = await client.send(new sdk.ListMultipartUploadsCommand({ Bucket, ...markers }));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (Key && UploadId && Initiated) yield { key: Key, handle: UploadId, size: 0, changedAt: Initiated };
    }
    if (!page.IsTruncated) return;
    markers = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
  }
}
