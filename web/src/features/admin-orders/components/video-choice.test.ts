import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import type { VideoMetadata } from '../../../components/admin-order/video-metadata.ts';
import { createUploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { fileOf } from '../../../testing/upload-server.ts';
import { createVideoChoice } from './video-choice.ts';

const PORTRAIT = { width: 1080, height: 1920, durationSeconds: 60 };
const LANDSCAPE = { width: 1920, height: 1080, durationSeconds: 60 };

/** The queue of a line. Inspections end when the test says so, and uploads never end. */
const setUp = () => {
  const inspections = new Map<string, (metadata: VideoMetadata | null) => void>();
  const sent: string[] = [];
  const queue = createUploadQueue({
    send: ({ file }) => {
      sent.push(file.name);
      return new Promise<UploadedMedia>(() => undefined);
    },
    discard: async () => undefined,
    onUploaded: () => undefined,
    onFailed: () => undefined,
    onKept: () => undefined,
    onSettled: () => undefined,
  });
  const choice = createVideoChoice({ queue, readMetadata: ({ name }) => new Promise((resolve) => inspections.set(name, resolve)) });
  const findContradictions = async (name: string) => (name === 'contradictory.mp4' ? ['番号が違います。'] : []);
  const choose = (name: string) =>
    choice.choose({ picked: { file: fileOf({ name }), kind: 'video' }, style: '縦動画', findContradictions });
  const inspect = (name: string, metadata: VideoMetadata | null) => inspections.get(name)?.(metadata);
  const names = () => queue.list().map(({ file }) => file.name);
  return { queue, choice, choose, inspect, names, sent };
};

describe('the video that is chosen for a line', () => {
  test('when it is chosen, then it is listed and inspected at once, and uploaded if there are no warnings', async () => {
    const { choice, choose, inspect, names, sent } = setUp();
    const chosen = choose('a.mp4');
    expect([names(), choice.store.getState(), sent]).toEqual([['a.mp4'], { isInspecting: true, warnings: [] }, []]);
    inspect('a.mp4', PORTRAIT);
    await chosen;
    expect([names(), choice.store.getState(), sent]).toEqual([['a.mp4'], { isInspecting: false, warnings: [] }, ['a.mp4']]);
  });

  test('when the browser cannot play it, then it is uploaded', async () => {
    const { choose, inspect, sent } = setUp();
    const chosen = choose('a.mp4');
    inspect('a.mp4', null);
    await chosen;
    expect(sent).toEqual(['a.mp4']);
  });

  test('when there is a warning, then it is reported and the file is not uploaded', async () => {
    const { choice, choose, inspect, sent } = setUp();
    const states: unknown[] = [];
    choice.store.subscribe((state) => void states.push(state));
    const chosen = choose('a.mp4');
    inspect('a.mp4', LANDSCAPE);
    await chosen;
    const warnings = ['この注文は縦動画ですが、選択した動画は横向きです。'];
    expect(states).toEqual([
      { isInspecting: true, warnings: [] },
      { isInspecting: false, warnings },
    ]);
    expect(sent).toEqual([]);
  });

  test('when its name contradicts the line, then that is reported and the file is not uploaded', async () => {
    const { choice, choose, inspect, sent } = setUp();
    const chosen = choose('contradictory.mp4');
    inspect('contradictory.mp4', null);
    await chosen;
    expect([choice.store.getState(), sent]).toEqual([{ isInspecting: false, warnings: ['番号が違います。'] }, []]);
  });

  test('when another one is chosen during the inspection, then the last choice counts, whichever inspection ends first', async () => {
    const { choice, choose, inspect, names, sent } = setUp();
    const chosen = [choose('slow.mp4'), choose('quick.mp4')];
    inspect('quick.mp4', PORTRAIT);
    await chosen[1];
    inspect('slow.mp4', LANDSCAPE);
    await chosen[0];
    expect([names(), choice.store.getState(), sent]).toEqual([['quick.mp4'], { isInspecting: false, warnings: [] }, ['quick.mp4']]);
  });

  test('when the inspection of a replaced file ends first, then the other file is still being inspected', async () => {
    const { choice, choose, inspect, names, sent } = setUp();
    const first = choose('first.mp4');
    void choose('second.mp4');
    inspect('first.mp4', PORTRAIT);
    await first;
    expect([names(), choice.store.getState(), sent]).toEqual([['second.mp4'], { isInspecting: true, warnings: [] }, []]);
  });

  test.each([
    ['removed', (queue: ReturnType<typeof setUp>['queue']) => queue.remove(queue.list()[0]?.id ?? '')],
    ['dropped by a sign-out', (queue: ReturnType<typeof setUp>['queue']) => queue.close()],
  ])('when it is %s during the inspection, then it is not uploaded', async (_how, remove) => {
    const { queue, choose, inspect, names, sent } = setUp();
    const chosen = choose('a.mp4');
    remove(queue);
    inspect('a.mp4', PORTRAIT);
    await chosen;
    expect([names(), sent]).toEqual([[], []]);
  });
});
