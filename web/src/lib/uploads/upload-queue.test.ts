import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { apiError, fileOf } from '../../testing/upload-server.ts';
import type { SendingProgress } from './send-file.ts';
import { createUploadQueue, type UploadBatchResult } from './upload-queue.ts';
import { summarise } from './upload-state.ts';

type Sending = {
  name: string;
  report: (progress: Partial<SendingProgress>) => void;
  arrive: () => void;
  fail: (error: unknown) => void;
};

/** A queue whose uploads the test completes. */
const setUp = ({ refusal }: { refusal?: unknown } = {}) => {
  const sendings: Sending[] = [];
  const discarded: string[] = [];
  const kept = { count: 0 };
  const outcomes: UploadBatchResult[] = [];
  const queue = createUploadQueue({
    send: ({ file }, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        sendings.push({
          name: file.name,
          report: (progress) => onProgress({ stage: 'sending', sentBytes: 0, uploadId: null, ...progress }),
          arrive: () => resolve({ id: file.name } as UploadedMedia),
          fail: reject,
        });
      }),
    discard: async (uploadId) => {
      discarded.push(uploadId);
      if (refusal !== undefined) throw refusal;
    },
    onUploaded: () => undefined,
    onFailed: () => undefined,
    onKept: () => {
      kept.count += 1;
    },
    onSettled: (outcome) => void outcomes.push(outcome),
  });
  queue.add(['a.mp4', 'b.mp4'].map((name) => ({ file: fileOf({ name, bytes: 100 }), kind: 'video' as const })));
  const phases = () => queue.list().map(({ file, phase }) => `${file.name} ${phase}`);
  const idOf = (name: string) => queue.list().find(({ file }) => file.name === name)?.id ?? '';
  const at = (name: string): Sending => {
    const found = sendings.findLast((one) => one.name === name);
    if (!found) throw new Error(`${name} was not sent`);
    return found;
  };
  return { queue, sendings, discarded, kept, outcomes, phases, idOf, at };
};
/** Waits until all pending promises were handled. */
const heard = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('createUploadQueue', () => {
  test('when files are chosen, nothing is sent until start (admin 2.39)', () => {
    const { phases, sendings } = setUp();
    expect(phases()).toEqual(['a.mp4 ready', 'b.mp4 ready']);
    expect(sendings).toEqual([]);
  });

  test('when it is started, files are sent one after another and leave the list together (admin 4.23)', async () => {
    const { queue, phases, at, outcomes } = setUp();
    queue.start();
    at('a.mp4').report({ sentBytes: 50 });
    expect(phases()).toEqual(['a.mp4 sending', 'b.mp4 queued']);
    expect(summarise(queue.list())).toEqual({ isBusy: true, isPaused: false, isHaltable: true, percent: 25, left: 2 });
    at('a.mp4').arrive();
    await heard();
    expect(phases()).toEqual(['a.mp4 done', 'b.mp4 queued']);
    at('b.mp4').arrive();
    await heard();
    expect(phases()).toEqual([]);
    expect(outcomes).toEqual([{ uploaded: [{ id: 'a.mp4' }, { id: 'b.mp4' }], failed: 0 }]);
  });

  test('when one fails, the others continue and it stays with its reason until the next attempt (admin 4.23)', async () => {
    const { queue, phases, at, outcomes, idOf } = setUp();
    queue.start();
    at('a.mp4').fail(apiError(507, { code: 'StorageFull', message: '空き容量が足りません。' }));
    await heard();
    at('b.mp4').arrive();
    await heard();
    expect(phases()).toEqual(['a.mp4 failed']);
    expect(queue.list()[0]?.failure).toBe('空き容量が足りません。');
    expect(outcomes).toMatchObject([{ uploaded: [{ id: 'b.mp4' }], failed: 1 }]);
    queue.resume(idOf('a.mp4'));
    at('a.mp4').arrive();
    await heard();
    expect(phases()).toEqual([]);
    expect(outcomes[1]).toMatchObject({ uploaded: [{ id: 'a.mp4' }], failed: 0 });
  });

  test('when the current file is paused, the next one starts, and the queue is not settled until it is resumed', async () => {
    const { queue, phases, at, outcomes, idOf } = setUp();
    queue.start();
    queue.pause(idOf('a.mp4'));
    await heard();
    expect(phases()).toEqual(['a.mp4 paused', 'b.mp4 queued']);
    at('b.mp4').arrive();
    await heard();
    expect(phases()).toEqual(['a.mp4 paused', 'b.mp4 done']);
    expect(summarise(queue.list())).toMatchObject({ isBusy: true, isPaused: true, left: 1 });
    expect(outcomes).toEqual([]);
    queue.resumeAll();
    at('a.mp4').arrive();
    await heard();
    expect(outcomes).toHaveLength(1);
  });

  test('when all are paused and resumed, they continue in order', async () => {
    const { queue, phases, sendings } = setUp();
    queue.start();
    queue.pauseAll();
    await heard();
    expect(phases()).toEqual(['a.mp4 paused', 'b.mp4 paused']);
    queue.resumeAll();
    await heard();
    expect(sendings.map(({ name }) => name)).toEqual(['a.mp4', 'a.mp4']);
  });

  test('when one is resumed twice, the second call changes nothing', async () => {
    const { queue, phases, sendings, at, idOf } = setUp();
    queue.start();
    queue.pause(idOf('a.mp4'));
    await heard();
    queue.pause(idOf('b.mp4'));
    await heard();
    queue.resume(idOf('a.mp4'));
    at('a.mp4').report({ stage: 'checking', sentBytes: 100 });
    queue.resume(idOf('a.mp4'));
    expect(phases()).toEqual(['a.mp4 checking', 'b.mp4 paused']);
    at('a.mp4').arrive();
    await heard();
    queue.resume(idOf('a.mp4'));
    expect(phases()).toEqual(['a.mp4 done', 'b.mp4 paused']);
    expect(sendings.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4', 'a.mp4']);
  });

  test('when one is cancelled, its upload is deleted on the server and the next one starts', async () => {
    const { queue, phases, at, discarded, idOf } = setUp();
    queue.start();
    at('a.mp4').report({ uploadId: 'u1' });
    queue.remove(idOf('a.mp4'));
    await heard();
    expect(discarded).toEqual(['u1']);
    at('b.mp4').report({});
    expect(phases()).toEqual(['b.mp4 sending']);
  });

  test.each([
    ['the server has all of it', apiError(409, { code: 'UploadClosed' }), 1],
    ['the server knows nothing of it', apiError(404), 0],
  ])('when a failed file is cancelled and %s, it is reported whether it was uploaded', async (_why, refusal, count) => {
    const { queue, phases, at, kept, idOf } = setUp({ refusal });
    queue.start();
    at('a.mp4').report({ stage: 'checking', sentBytes: 100, uploadId: 'u1' });
    at('a.mp4').fail(apiError(503));
    await heard();
    queue.remove(idOf('a.mp4'));
    await heard();
    expect([phases(), kept.count]).toEqual([['b.mp4 queued'], count]);
  });

  test('when one is being checked, it cannot be paused or cancelled, alone or with the others', async () => {
    const { queue, phases, at, discarded, outcomes, idOf } = setUp();
    queue.start();
    at('a.mp4').report({ stage: 'checking', sentBytes: 100, uploadId: 'u1' });
    queue.pause(idOf('a.mp4'));
    queue.remove(idOf('a.mp4'));
    queue.pauseAll();
    expect(phases()).toEqual(['a.mp4 checking', 'b.mp4 paused']);
    queue.cancelAll();
    expect(phases()).toEqual(['a.mp4 checking']);
    expect(summarise(queue.list())).toMatchObject({ isBusy: true, isHaltable: false, left: 1 });
    at('a.mp4').arrive();
    await heard();
    expect(discarded).toEqual([]);
    expect(outcomes).toEqual([{ uploaded: [{ id: 'a.mp4' }], failed: 0 }]);
  });

  test('when it is closed, all files are dropped without callbacks and the server keeps their uploads', async () => {
    const { queue, phases, sendings, at, discarded, outcomes } = setUp();
    queue.start();
    at('a.mp4').arrive();
    await heard();
    at('b.mp4').report({ stage: 'checking', sentBytes: 100, uploadId: 'u2' });
    queue.close();
    await heard();
    expect(phases()).toEqual([]);
    queue.start();
    expect(sendings.map(({ name }) => name)).toEqual(['a.mp4', 'b.mp4']);
    expect([discarded, outcomes]).toEqual([[], []]);
  });

  test('when the last paused file is cancelled, the uploaded files are reported', async () => {
    const { queue, at, outcomes, idOf } = setUp();
    queue.start();
    at('a.mp4').arrive();
    await heard();
    queue.pause(idOf('b.mp4'));
    await heard();
    queue.remove(idOf('b.mp4'));
    await heard();
    expect(outcomes).toEqual([{ uploaded: [{ id: 'a.mp4' }], failed: 0 }]);
  });
});
