import { describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, type UploadedMedia } from '@stagereel/contracts';
import { memoryStore } from '../../testing/memory-store.ts';
import { apiError, createUploadServer, fileOf, sha256Of } from '../../testing/upload-server.ts';
import { NetworkError } from '../api-error.ts';
import { createRememberedUploads } from './remembered-uploads.ts';
import type { RetryTimer } from './retry.ts';
import { type SendDeps, type SendingProgress, sendFile } from './send-file.ts';
import { uploadMessages } from './upload-errors.ts';

const place = { contestId: 'c1', category: 'sample' } as const;
const BYTES = 2 * CHUNK_BYTES + 7;

const setUp = (options: Parameters<typeof createUploadServer>[0] = {}) => {
  const server = createUploadServer(options);
  const waited: (number | 'online')[] = [];
  const timer: RetryTimer = {
    wait: async (ms) => void waited.push(ms),
    untilOnline: async () => void waited.push('online'),
  };
  const store = memoryStore();
  const remembered = createRememberedUploads({ storage: () => store, now: () => 5_000 });
  const deps: SendDeps = { api: server.api, remembered, timer, hash: sha256Of };
  const progress: SendingProgress[] = [];
  const halting = new AbortController();
  const send = (file: File) =>
    sendFile(deps, { file, kind: 'video', place, signal: halting.signal, onProgress: (step) => void progress.push(step) });
  return { ...server, deps, remembered, waited, progress, halting, send };
};

/** Fails the first calls of a method with these errors. */
const failing = (call: string, errors: readonly unknown[]) => {
  const left = [...errors];
  return (made: string) => {
    if (made === call && left.length > 0) throw left.shift();
  };
};

/** The beginning of a file is hashed normally, but the hash of the whole never ends; returns the signals that can abort it. */
const readEndlessly = (deps: SendDeps): readonly AbortSignal[] => {
  const readings: AbortSignal[] = [];
  deps.hash = (content, signal) => {
    if (content.size < BYTES) return sha256Of(content);
    readings.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  return readings;
};

describe('sendFile', () => {
  test('when nothing fails, each chunk is sent once in order and nothing is remembered (admin 4.23, 9.5)', async () => {
    const { send, calls, progress, remembered } = setUp();
    await expect(send(fileOf({ bytes: BYTES }))).resolves.toMatchObject({ id: 'm1' });
    expect(calls).toEqual(['open', 'chunk 0', 'chunk 1', 'chunk 2', 'complete']);
    expect(progress.at(-1)).toEqual({ stage: 'checking', sentBytes: BYTES, uploadId: 'upload-1' });
    expect(remembered.list()).toEqual([]);
  });

  test('when a chunk fails, it is retried with a growing delay', async () => {
    const broken = [new NetworkError('unreachable', null), new NetworkError('timeout', null), apiError(502)];
    const { send, calls, waited, progress } = setUp({ before: failing('chunk 1', broken) });
    await send(fileOf({ bytes: BYTES }));
    expect(calls.filter((call) => call === 'chunk 1')).toHaveLength(4);
    expect(waited).toEqual([1_000, 2_000, 4_000]);
    expect(progress.some(({ stage }) => stage === 'waiting')).toBe(true);
  });

  test('when the response to opening is lost, the same request is repeated; another file is another upload', async () => {
    const { send, deps } = setUp();
    const { api } = deps;
    const asked: unknown[] = [];
    deps.api = {
      ...api,
      open: async (opening, signal) => {
        asked.push(opening.requestId);
        const answer = await api.open(opening, signal);
        if (asked.length === 1) throw new NetworkError('timeout', null);
        return answer;
      },
    };
    await send(fileOf({ bytes: BYTES }));
    await send(fileOf({ name: '013.mp4', bytes: BYTES }));
    expect(asked).toEqual([asked[0], asked[0], expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(asked[2]).not.toBe(asked[0]);
  });

  test('when the browser is offline, nothing is attempted until it is online', async () => {
    const { send, waited, progress } = setUp({ before: failing('chunk 0', [new NetworkError('offline', null)]) });
    await send(fileOf({ bytes: BYTES }));
    expect(waited).toEqual(['online']);
    expect(progress.some(({ stage }) => stage === 'offline')).toBe(true);
  });

  test('when the page was reloaded, only missing chunks are sent', async () => {
    const first = setUp({ before: failing('chunk 2', [apiError(507, { code: 'StorageFull' })]) });
    await expect(first.send(fileOf({ bytes: BYTES }))).rejects.toMatchObject({ code: 'StorageFull' });
    expect(first.remembered.list()).toMatchObject([{ uploadId: 'upload-1', fileName: '012.mp4', fileSize: BYTES }]);
    first.calls.length = 0;
    await first.send(fileOf({ bytes: BYTES }));
    expect(first.calls).toEqual(['status upload-1', 'chunk 2', 'complete']);
  });

  test('when another file has the same name and size, its upload starts from the beginning', async () => {
    const { send, calls } = setUp({ before: failing('chunk 2', [apiError(507)]) });
    await expect(send(fileOf({ bytes: BYTES }))).rejects.toMatchObject({ status: 507 });
    calls.length = 0;
    await send(new File([new Uint8Array(BYTES)], '012.mp4', { type: 'video/mp4', lastModified: 1_000 }));
    expect(calls[0]).toBe('open');
  });

  test('when the server no longer knows a remembered upload, the upload starts from the beginning', async () => {
    const { send, calls, uploads, remembered } = setUp({ before: failing('chunk 2', [apiError(507)]) });
    await expect(send(fileOf({ bytes: BYTES }))).rejects.toMatchObject({ status: 507 });
    uploads.clear();
    calls.length = 0;
    await send(fileOf({ bytes: BYTES }));
    expect(calls).toEqual(['status upload-1', 'open', 'chunk 0', 'chunk 1', 'chunk 2', 'complete']);
    expect(remembered.list()).toEqual([]);
  });

  test('when completing reports missing chunks, they are sent', async () => {
    let isFirst = true;
    const { send, calls, uploads } = setUp({
      before: (call) => {
        if (call !== 'complete' || !isFirst) return;
        isFirst = false;
        uploads.get('upload-1')?.chunks.delete(1);
      },
    });
    await send(fileOf({ bytes: BYTES }));
    expect(calls).toEqual(['open', 'chunk 0', 'chunk 1', 'chunk 2', 'complete', 'chunk 1', 'complete']);
  });

  test('when the server refuses the file, nothing is retried and nothing remembered', async () => {
    const { send, remembered, waited } = setUp({ before: failing('complete', [apiError(415, { code: 'FileTypeRefused' })]) });
    await expect(send(fileOf())).rejects.toMatchObject({ code: 'FileTypeRefused' });
    expect(waited).toEqual([]);
    expect(remembered.list()).toEqual([]);
  });

  test('when an upload was refused while its page was closed, the next attempt reports it and the one after starts from the beginning', async () => {
    const interrupted = [apiError(507, { code: 'StorageFull' })];
    const refused = [apiError(400, { code: 'FileHashMismatch' })];
    const answers = [failing('complete', interrupted), failing('status upload-1', refused)];
    const { send, calls, remembered } = setUp({ before: (call) => answers.forEach((answer) => void answer(call)) });
    await expect(send(fileOf())).rejects.toMatchObject({ code: 'StorageFull' });
    expect(remembered.list()).toHaveLength(1);
    await expect(send(fileOf())).rejects.toMatchObject({ code: 'FileHashMismatch' });
    expect(remembered.list()).toEqual([]);
    calls.length = 0;
    await expect(send(fileOf())).resolves.toMatchObject({ id: 'm1' });
    expect(calls).toEqual(['open', 'chunk 0', 'complete']);
  });

  test('when an upload was completed while its page was closed, nothing is sent and it can no longer be stopped', async () => {
    const { send, deps, calls, progress } = setUp({ before: failing('complete', [apiError(507)]) });
    await expect(send(fileOf())).rejects.toMatchObject({ status: 507 });
    const { status } = deps.api;
    const media = { id: 'm1', sha256: await sha256Of(fileOf()) } as UploadedMedia;
    deps.api.status = async (...args) => ({ ...(await status(...args)), state: 'completed', media });
    calls.length = 0;
    progress.length = 0;
    await expect(send(fileOf())).resolves.toBe(media);
    expect(calls).toEqual(['status upload-1']);
    expect(progress.at(-1)).toEqual({ stage: 'checking', sentBytes: 10, uploadId: 'upload-1' });
  });

  test('when the server received different bytes, that is an error, and the next attempt starts from the beginning', async () => {
    const { send, deps, remembered } = setUp();
    const { complete } = deps.api;
    deps.api.complete = async (...args) => ({ ...(await complete(...args)), sha256: '0'.repeat(64) });
    await expect(send(fileOf())).rejects.toThrow(uploadMessages.changed);
    expect(remembered.list()).toEqual([]);
  });

  test('when the response to opening has no uploadId, that is an error (admin 3.12, 5.15, 8.23)', async () => {
    const { send, deps } = setUp();
    deps.api.open = async () => ({});
    await expect(send(fileOf())).rejects.toThrow(uploadMessages.noUploadId);
  });

  test('when it is aborted, it ends at once and is remembered', async () => {
    const { send, halting, remembered } = setUp({ before: (call) => call === 'chunk 1' && halting.abort() });
    await expect(send(fileOf({ bytes: BYTES }))).rejects.toMatchObject({ name: 'AbortError' });
    expect(remembered.list()).toHaveLength(1);
  });

  test.each([
    ['given up', (call: string) => failing('chunk 1', [apiError(507)])(call)],
    ['halted', (call: string, halting: AbortController) => call === 'chunk 1' && halting.abort()],
  ])('when it is %s, hashing the file stops', async (_how, before) => {
    const { send, deps, halting } = setUp({ before: (call) => void before(call, halting) });
    const readings = readEndlessly(deps);
    await expect(send(fileOf({ bytes: BYTES }))).rejects.toThrow();
    expect(readings.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('when it is aborted while only the hash is pending, it ends at once', async () => {
    const { send, deps, halting, progress } = setUp();
    readEndlessly(deps);
    const sending = send(fileOf({ bytes: BYTES }));
    sending.catch(() => undefined);
    while (progress.at(-1)?.stage !== 'checking') await new Promise((resolve) => setImmediate(resolve));
    halting.abort();
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('when the server never recovers, the file fails (admin 8.23)', async () => {
    const { send, waited } = setUp({
      before: failing(
        'chunk 0',
        Array.from({ length: 20 }, () => apiError(503)),
      ),
    });
    await expect(send(fileOf())).rejects.toMatchObject({ status: 503 });
    expect(waited).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]);
  });
});
