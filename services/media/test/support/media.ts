import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { CHUNK_BYTES, type ContestSummary, type Media, type UploadedMedia, type UploadStatus } from '@stagereel/contracts';
import { type RunningService, startService } from '@stagereel/service-kit';
import {
  loadWith,
  startEventProbe,
  startFakeServer,
  startTestIdentity,
  type TestSettings,
  testBacking,
  variablesOf,
  waitUntil,
} from '@stagereel/service-kit/testing';
import { buildMedia } from '../../src/app.ts';
import { loadMediaConfig, type MediaConstants, type mediaConfig } from '../../src/config.ts';

export type Caller = 'anonymous' | 'customer' | 'admin';
type Call = { body?: unknown; as?: Caller; headers?: Record<string, string> };
// biome-ignore lint/suspicious/noExplicitAny: tests assert on any response body
export type TestResponse = { status: number; body: any; headers: Headers };

type Settings = TestSettings<typeof mediaConfig, MediaConstants>;
type Options = { settings?: Settings; now?: () => Date };
type TestFile = { bytes: Buffer; name?: string; mediaType?: 'video' | 'image'; category?: string; lineId?: string; sha256?: string };
type Chunk = { contestId: string; uploadId: string; index: number | string; bytes: Buffer; fieldsFirst?: boolean };

export const sha256Of = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
export const crc32Of = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0');

/** Splits a file into chunks as a client does. */
export const chunksOf = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  );

/** The real media service on real MongoDB, Redis, RabbitMQ and a disk, with fake identity, catalog and orders services. */
export const startTestMedia = async ({ settings: given = {}, now = () => new Date() }: Options = {}) => {
  const backing = testBacking();
  const identity = await startTestIdentity(backing);
  const catalog = await startFakeServer({});
  // Without routes it responds with 404, so that lines count as unchecked.
  const orders = await startFakeServer({});
  const probe = await startEventProbe(backing);
  const dir = await mkdtemp(join(tmpdir(), 'media-'));
  const running: RunningService[] = [];

  const settings = (): Settings => {
    const addresses = { IDENTITY_URL: identity.url, CATALOG_URL: catalog.url, ORDERS_URL: orders.url, MEDIA_DIR: dir };
    // A busy machine may need longer than the default to discard the rest of a refused chunk.
    const limits = { reserveBytes: 0, orphanSweepEveryMs: 0, unfinishedRequestMs: 120_000 };
    return { ...backing, ...addresses, ...limits, ...given };
  };
  /** Starts another instance on the same database, broker and disk. */
  const startReplica = async (more: Settings = {}): Promise<RunningService> => {
    const config = loadWith(loadMediaConfig, { ...settings(), ...more });
    const service = await startService({ name: 'media', config, build: buildMedia({ now }) });
    running.push(service);
    return service;
  };
  let service = await startReplica();

  const cookies: Record<Caller, string | undefined> = {
    anonymous: undefined,
    customer: await identity.sessionCookie(),
    admin: await identity.adminCookie(),
  };

  const toResponse = async (response: Response): Promise<TestResponse> => {
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && bytes.length > 0;
    return { status: response.status, body: isJson ? JSON.parse(bytes.toString('utf8')) : bytes, headers: response.headers };
  };
  const callAt =
    (url: () => string) =>
    async (method: string, path: string, { body, as = 'admin', headers = {} }: Call = {}): Promise<TestResponse> => {
      const cookie = cookies[as];
      const isForm = body instanceof FormData;
      const response = await fetch(new URL(path, url()), {
        method,
        redirect: 'manual',
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return toResponse(response);
    };
  const call = callAt(() => service.url);

  const initBody = ({ bytes, name = 'サンプル.mp4', mediaType = 'video', ...rest }: TestFile) => ({
    fileName: name,
    fileSize: bytes.length,
    contentType: mediaType === 'video' ? 'video/mp4' : 'image/jpeg',
    mediaType,
    totalChunks: Math.ceil(bytes.length / CHUNK_BYTES),
    ...rest,
  });
  const open = async (contestId: string, file: TestFile): Promise<string> => {
    const response = await call('POST', `/api/contests/${contestId}/media/chunked-init`, { body: initBody(file) });
    if (response.status !== 201) throw new Error(`Init responded ${response.status}: ${JSON.stringify(response.body)}`);
    return response.body.uploadId;
  };
  const formOf = ({ uploadId, index, bytes, fieldsFirst = true }: Chunk): FormData => {
    const form = new FormData();
    const addChunk = () => form.append('chunk', new Blob([new Uint8Array(bytes)]), 'blob');
    if (!fieldsFirst) addChunk();
    form.append('uploadId', uploadId);
    form.append('chunkIndex', String(index));
    if (fieldsFirst) addChunk();
    return form;
  };
  const send = (chunk: Chunk): Promise<TestResponse> =>
    call('POST', `/api/contests/${chunk.contestId}/media/chunked-upload`, { body: formOf(chunk) });
  const completeOnce = (contestId: string, uploadId: string, sha256?: string): Promise<TestResponse> =>
    call('POST', `/api/contests/${contestId}/media/chunked-complete`, { body: { uploadId, ...(sha256 ? { sha256 } : {}) } });
  /** Repeats the request while the file is being checked, as a client does. */
  const complete = (contestId: string, uploadId: string, sha256?: string): Promise<TestResponse> =>
    waitUntil(
      async () => {
        const response = await completeOnce(contestId, uploadId, sha256);
        return response.status !== 202 && response;
      },
      { what: 'the check to end', timeoutMs: 60_000 },
    );
  const sendAll = async (contestId: string, uploadId: string, bytes: Buffer): Promise<void> => {
    for (const [index, chunk] of chunksOf(bytes).entries()) {
      const response = await send({ contestId, uploadId, index, bytes: chunk });
      if (response.status !== 200) throw new Error(`Chunk ${index} responded ${response.status}: ${JSON.stringify(response.body)}`);
    }
  };

  return {
    url: () => service.url,
    /** As an admin by default. */
    call,
    callAt,
    probe,
    identity,
    catalog,
    orders,
    backing,
    dir,
    cookies,
    /** The environment of another process on the same database, broker and disk. */
    variables: () => variablesOf(settings()),
    config: () => loadWith(loadMediaConfig, settings()),
    startReplica,
    /** Stops all instances and starts one. */
    restart: async () => {
      for (const each of running.splice(0)) await each.stop();
      service = await startReplica();
    },
    /** Adds a contest to the fake catalog, published by default. */
    contest: ({ published = true }: Partial<ContestSummary> = {}): string => {
      const id = randomUUID();
      catalog.route(`GET /internal/contests/${id}`, () => ({ body: { name: 'テスト大会', published } satisfies ContestSummary }));
      return id;
    },
    initBody,
    open,
    formOf,
    send,
    sendAll,
    completeOnce,
    complete,
    status: async (contestId: string, uploadId: string): Promise<UploadStatus> =>
      (await call('GET', `/api/contests/${contestId}/media/chunked-status?uploadId=${uploadId}`)).body,
    /** Uploads a file completely. */
    upload: async (contestId: string, file: TestFile): Promise<UploadedMedia> => {
      const uploadId = await open(contestId, file);
      await sendAll(contestId, uploadId, file.bytes);
      const response = await complete(contestId, uploadId);
      if (response.status !== 200) throw new Error(`Complete responded ${response.status}: ${JSON.stringify(response.body)}`);
      return response.body;
    },
    list: async (contestId: string, as: Caller = 'admin'): Promise<Media[]> =>
      (await call('GET', `/api/contests/${contestId}/media`, { as })).body,
    /** Waits until background processing has ended or failed. */
    processed: (contestId: string, id: string): Promise<Media> =>
      waitUntil(
        async () => {
          const { body } = await call('GET', `/api/contests/${contestId}/media`);
          return (body as Media[]).find((media) => media.id === id && media.processing !== 'pending');
        },
        { what: `the pictures of ${id}`, timeoutMs: 90_000 },
      ),
    /** The names of all stored files, including orphaned ones. */
    storedFiles: async (): Promise<string[]> => {
      const entries = await readdir(dir, { recursive: true, withFileTypes: true });
      // The storage mark is not a stored file, nor is the temporary file from which it is renamed every few seconds.
      return entries.filter((entry) => entry.isFile() && !entry.name.startsWith('storage.json')).map(({ name }) => name);
    },
    stop: async () => {
      for (const each of running) await each.stop();
      await probe.stop();
      await identity.stop();
      await catalog.stop();
      await orders.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
};
export type TestMedia = Awaited<ReturnType<typeof startTestMedia>>;
