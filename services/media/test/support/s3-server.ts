import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { uniqueLoopbackAddress, waitUntil } from '@stagereel/service-kit/testing';
import { freePort } from './free-port.ts';

/** A real S3-compatible server in a single program: https://github.com/versity/versitygw */
const VERSION = 'v1.8.0';
const cache = fileURLToPath(new URL(`../../../../.cache/versitygw/${VERSION}`, import.meta.url));
const BUILD_MS = 500_000;

const exists = async (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

type Found = { program: string; reason?: never } | { program?: never; reason: string };

/** Looks in PATH and for an earlier build; otherwise builds it if Go is installed. `reason`: why it is not available. */
export const findS3Server = async (): Promise<Found> => {
  const places = [...(process.env['PATH'] ?? '').split(delimiter), cache].map((folder) => join(folder, 'versitygw'));
  for (const path of places) if (await exists(path)) return { program: path };
  try {
    return { program: await build() };
  } catch (error) {
    const [reason] = String(error).split('\n');
    return { reason: `versitygw is not installed and could not be built: ${reason}` };
  }
};

const build = async (): Promise<string> => {
  const folder = `${cache}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  try {
    const env = { ...process.env, GOBIN: folder, CGO_ENABLED: '0' };
    // Without optimisation and debug information, because compiling takes far longer than the tests use the program.
    const args = ['install', '-gcflags=all=-N -l', '-ldflags=-s -w', `github.com/versity/versitygw/cmd/versitygw@${VERSION}`];
    await promisify(execFile)('go', args, { env, timeout: BUILD_MS });
    await mkdir(cache, { recursive: true });
    await rename(join(folder, 'versitygw'), join(cache, 'versitygw'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return join(cache, 'versitygw');
};

/** Starts an empty server. `env`: the settings of a media service that uses it. */
export const startS3Server = async (program: string) => {
  const dir = await mkdtemp(join(tmpdir(), 's3-'));
  const data = join(dir, 'data');
  await mkdir(data);
  const host = uniqueLoopbackAddress();
  const port = await freePort(host);
  const [accessKeyId, secretAccessKey, bucket] = ['test-access', 'test-secret-key', 'media'];
  const args = [
    '--access',
    accessKeyId,
    '--secret',
    secretAccessKey,
    '--port',
    `${host}:${port}`,
    '--quiet',
    'posix',
    '--sidecar',
    join(dir, 'meta'),
    data,
  ];
  await mkdir(join(dir, 'meta'));
  const child = spawn(program, args, { stdio: 'ignore' });
  const endpoint = `http://${host}:${port}`;
  const client = new S3Client({ endpoint, forcePathStyle: true, region: 'us-east-1', credentials: { accessKeyId, secretAccessKey } });
  const isUp = () =>
    client.send(new ListBucketsCommand()).then(
      () => true,
      () => false,
    );
  await waitUntil(isUp, { what: 'the S3 server', timeoutMs: 60_000, everyMs: 200 });

  const contents = async (Bucket = bucket) => {
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
    const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }));
    return { objects: Contents.map(({ Key }) => Key), uploads: Uploads.map(({ Key }) => Key) };
  };

  return {
    client,
    env: {
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
    },
    /** The keys of all objects and of all open multipart uploads, by default in the bucket of media. */
    contents,
    createBucket: (Bucket: string) => client.send(new CreateBucketCommand({ Bucket })),
    /** Deletes all objects of media. */
    deleteMedia: async () => {
      for (const Key of (await contents()).objects) await client.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    },
    stop: async () => {
      client.destroy();
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
      await rm(dir, { recursive: true, force: true });
    },
  };
};
