import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { S3Client } from '@aws-sdk/client-s3';
import { type KernelSend, unlessMissing } from '@stagereel/service-kit';
import type { MediaConfig } from '../config.ts';
import type { Storage } from '../domain/storage.ts';
import { createFilesystemStorage } from './filesystem-storage.ts';
import { orIfRefusedAs } from './s3-errors.ts';
import { createS3Storage, type S3Sdk } from './s3-storage.ts';

/** Longer than any chunk takes: what is older was left by a process that died. */
const SPOOLED_AT_MOST_MS = 3_600_000;

/** The storage the settings name, and a folder for bytes that wait for their place. */
export const openStorage = async (config: MediaConfig, kernel?: KernelSend): Promise<{ storage: Storage; spoolDir: string }> => {
  const spoolDir = join(config.MEDIA_DIR, 'spool');
  await mkdir(spoolDir, { recursive: true });
  await clearSpool(spoolDir);
  const isS3 = config.MEDIA_DRIVER === 's3';
  const storage = isS3 ? await openS3(config, spoolDir) : await createFilesystemStorage({ dir: config.MEDIA_DIR, kernel });
  return { storage, spoolDir };
};

const clearSpool = async (spoolDir: string): Promise<void> => {
  for (const name of await readdir(spoolDir)) {
    const path = join(spoolDir, name);
    const facts = await unlessMissing(stat(path));
    if (facts && Date.now() - facts.mtimeMs > SPOOLED_AT_MOST_MS) await rm(path, { recursive: true, force: true });
  }
};

const openS3 = async (config: MediaConfig, spoolDir: string): Promise<Storage> => {
  const { S3_ENDPOINT: endpoint, S3_REGION: region, S3_BUCKET: bucket = '', S3_PREFIX: prefix } = config;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    // A store of one's own answers under its own address, without a subdomain for each bucket.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Without keys, those of the machine it runs on.
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // What is sent is hashed here already; not every compatible store knows the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  await ensureBucket({ sdk, client, bucket });
  return createS3Storage({ sdk, client, bucket, prefix, spoolDir });
};

/** A new store of one's own is empty; two replicas that find that at once may both make it. */
const ensureBucket = async ({ sdk, client, bucket: Bucket }: { sdk: S3Sdk; client: S3Client; bucket: string }): Promise<void> => {
  if (await orIfRefusedAs(['NotFound', 'NoSuchBucket'], client.send(new sdk.HeadBucketCommand({ Bucket })))) return;
  await orIfRefusedAs(['BucketAlreadyOwnedByYou', 'BucketAlreadyExists'], client.send(new sdk.CreateBucketCommand({ Bucket })));
};
