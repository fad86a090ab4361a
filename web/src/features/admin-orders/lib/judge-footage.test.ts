import { describe, expect, test } from '@jest/globals';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import { sureChoices } from './bulk-plan.ts';
import type { VideoFacts } from './finished-video.ts';
import { isEveryFileSeen, judgeFootage, lookAtAll } from './judge-footage.ts';
import { matchVideos } from './match-videos.ts';

const lines = [buildAdminLine({ orderNumber: '11111111-01', athleteNumber: '1' })];
const upright: VideoFacts = { width: 1080, height: 1920, durationSeconds: 60 };
const judged = (paths: readonly string[], facts: VideoFacts | null) =>
  judgeFootage({ matches: matchVideos({ paths, lines, ordered: lines }), seen: new Map([[0, facts]]) });

describe('judgeFootage', () => {
  const path = '関東大会_ビキニ_1_縦.mp4';

  test('when a video is what its name says, or cannot be played here, the name counts', () => {
    for (const facts of [upright, null]) {
      expect(judged([path], facts).lines).toMatchObject([{ state: 'sure', doubts: [] }]);
      expect(sureChoices(judged([path], facts))).toEqual({ '11111111-01': 0 });
    }
  });

  test.each([
    ['lies the other way', { ...upright, width: 3000 }],
    ['has no length', { ...upright, durationSeconds: 0 }],
  ])('when a video %s, it is not chosen however well it is named', (_, facts) => {
    expect(judged([path], facts).lines).toMatchObject([{ state: 'doubtful', files: [0], doubts: ['footage'] }]);
    expect(sureChoices(judged([path], facts))).toEqual({ '11111111-01': null });
  });

  test('when its name leaves something open as well, both are said', () => {
    expect(judged(['ビキニ_1_縦.mp4'], { ...upright, width: 3000 }).lines).toMatchObject([{ doubts: ['contest', 'footage'] }]);
  });

  test('when there are several candidates, they stay that', () => {
    expect(judged([path, path], { ...upright, width: 3000 }).lines).toMatchObject([{ state: 'ambiguous', doubts: ['several'] }]);
  });
});

test('when a chosen file was not looked at, that is said, and one that is not chosen does not count', () => {
  const seen = new Map<number, VideoFacts | null>([
    [0, upright],
    [1, null],
  ]);
  expect(isEveryFileSeen({ choices: { one: 0, two: 1, three: null }, seen })).toBe(true);
  expect(isEveryFileSeen({ choices: { one: 0, two: 2 }, seen })).toBe(false);
});

describe('lookAtAll', () => {
  const files = Array.from({ length: 9 }, (_, index) => new File([], `${index}.mp4`));

  test('when one video takes long, the others are seen meanwhile, and each is told of once', async () => {
    const seen: string[] = [];
    let endSlow: (facts: VideoFacts | null) => void = () => undefined;
    const slow = new Promise<VideoFacts | null>((resolve) => {
      endSlow = resolve;
    });
    const onSeen = ({ name }: File) => {
      seen.push(name);
      if (seen.length === files.length - 1) endSlow(null);
    };
    const look = async (file: File) => (file === files[0] ? slow : upright);
    await lookAtAll({ look, onSeen }, { files, signal: new AbortController().signal });
    expect(seen.at(-1)).toBe('0.mp4');
    expect([...seen].sort()).toEqual(files.map(({ name }) => name));
  });

  test('when other files are chosen meanwhile, nothing is told of these', async () => {
    const halt = new AbortController();
    const seen: File[] = [];
    const look = async () => {
      halt.abort();
      return upright;
    };
    await lookAtAll({ look, onSeen: (file) => void seen.push(file) }, { files, signal: halt.signal });
    expect(seen).toEqual([]);
  });
});
