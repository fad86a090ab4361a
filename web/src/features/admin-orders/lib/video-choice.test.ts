import { describe, expect, test } from '@jest/globals';
import type { UploadedMedia } from '@stagereel/contracts';
import { createUploadQueue } from '../../../lib/uploads/upload-queue.ts';
import { fileOf } from '../../../testing/upload-server.ts';
import type { VideoFacts } from './finished-video.ts';
import { createVideoChoice } from './video-choice.ts';

const UPRIGHT = { width: 1080, height: 1920, durationSeconds: 60 };
const LYING = { width: 1920, height: 1080, durationSeconds: 60 };

/** A line's queue whose files are seen when they are told to be, and never arrive. */
const setUp = () => {
  const looks = new Map<string, (facts: VideoFacts | null) => void>();
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
  const choice = createVideoChoice({ queue, look: ({ name }) => new Promise((resolve) => looks.set(name, resolve)) });
  const choose = (name: string) => choice.choose({ picked: { file: fileOf({ name }), kind: 'video' }, style: '縦動画' });
  const see = (name: string, facts: VideoFacts | null) => looks.get(name)?.(facts);
  const names = () => queue.list().map(({ file }) => file.name);
  return { queue, choice, choose, see, names, sent };
};

describe('the video that is chosen for a line', () => {
  test('when it is chosen, it is there at once, is being looked at, and is sent once nothing about it is doubtful', async () => {
    const { choice, choose, see, names, sent } = setUp();
    const chosen = choose('a.mp4');
    expect([names(), choice.state(), sent]).toEqual([['a.mp4'], { isLooking: true, concerns: [] }, []]);
    see('a.mp4', UPRIGHT);
    await chosen;
    expect([names(), choice.state(), sent]).toEqual([['a.mp4'], { isLooking: false, concerns: [] }, ['a.mp4']]);
  });

  test('when this browser cannot play it, it is sent as it is', async () => {
    const { choose, see, sent } = setUp();
    const chosen = choose('a.mp4');
    see('a.mp4', null);
    await chosen;
    expect(sent).toEqual(['a.mp4']);
  });

  test('when it is doubtful, its admin hears of it and it waits', async () => {
    const { choice, choose, see, sent } = setUp();
    const heard: unknown[] = [];
    choice.subscribe(() => void heard.push(choice.state()));
    const chosen = choose('a.mp4');
    see('a.mp4', LYING);
    await chosen;
    const concerns = ['この注文は縦動画ですが、選択した動画は横向きです。'];
    expect(heard).toEqual([
      { isLooking: true, concerns: [] },
      { isLooking: false, concerns },
    ]);
    expect(sent).toEqual([]);
  });

  test('when another one is chosen before the first has been seen, the last choice counts, however long each look takes', async () => {
    const { choice, choose, see, names, sent } = setUp();
    const chosen = [choose('slow.mp4'), choose('quick.mp4')];
    see('quick.mp4', UPRIGHT);
    await chosen[1];
    see('slow.mp4', LYING);
    await chosen[0];
    expect([names(), choice.state(), sent]).toEqual([['quick.mp4'], { isLooking: false, concerns: [] }, ['quick.mp4']]);
  });

  test('when an earlier one is seen first, the later one is still being looked at', async () => {
    const { choice, choose, see, names, sent } = setUp();
    const first = choose('first.mp4');
    void choose('second.mp4');
    see('first.mp4', UPRIGHT);
    await first;
    expect([names(), choice.state(), sent]).toEqual([['second.mp4'], { isLooking: true, concerns: [] }, []]);
  });

  test.each([
    ['taken away', (queue: ReturnType<typeof setUp>['queue']) => queue.remove(queue.list()[0]?.id ?? '')],
    ['let go of with its admin', (queue: ReturnType<typeof setUp>['queue']) => queue.close()],
  ])('when it is %s before it has been seen, it is not sent', async (_how, take) => {
    const { queue, choose, see, names, sent } = setUp();
    const chosen = choose('a.mp4');
    take(queue);
    see('a.mp4', UPRIGHT);
    await chosen;
    expect([names(), sent]).toEqual([[], []]);
  });
});
