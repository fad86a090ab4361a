import { describe, expect, test } from '@jest/globals';
import { buildAdminLine } from '../../../testing/build-admin-line.ts';
import type { VideoMetadata } from '../lib/video-metadata.ts';
import { checkFootage, inspectFiles, isEveryChoiceInspected } from './inspect-files.ts';
import { matchLines } from './match-lines.ts';
import { certainChoices } from './plan-delivery.ts';

const lines = [buildAdminLine({ orderNumber: '11111111-01', athleteNumber: '1' })];
const upright: VideoMetadata = { width: 1080, height: 1920, durationSeconds: 60 };
const check = (paths: readonly string[], metadata: VideoMetadata | null) =>
  checkFootage({ matches: matchLines({ paths, lines, ordered: lines }), inspected: new Map([[0, metadata]]) });

describe('checkFootage', () => {
  const path = '関東大会_ビキニ_1_縦.mp4';

  test('when the metadata agrees with the name, or the browser cannot play the video, then the name counts', () => {
    for (const metadata of [upright, null]) {
      expect(check([path], metadata).lines).toMatchObject([{ state: 'certain', issues: [] }]);
      expect(certainChoices(check([path], metadata))).toEqual({ '11111111-01': 0 });
    }
  });

  test.each([
    ['has the wrong orientation', { ...upright, width: 3000 }],
    ['has no length', { ...upright, durationSeconds: 0 }],
  ])('when a video %s, then it is not chosen even if its name is certain', (_, metadata) => {
    expect(check([path], metadata).lines).toMatchObject([{ state: 'unclear', files: [0], issues: ['footage'] }]);
    expect(certainChoices(check([path], metadata))).toEqual({ '11111111-01': null });
  });

  test('when its name is unclear as well, then both issues are reported', () => {
    expect(check(['ビキニ_1_縦.mp4'], { ...upright, width: 3000 }).lines).toMatchObject([{ issues: ['contest', 'footage'] }]);
  });

  test('when there are several candidates, then the match stays ambiguous', () => {
    expect(check([path, path], { ...upright, width: 3000 }).lines).toMatchObject([{ state: 'ambiguous', issues: ['several'] }]);
  });
});

test('when a chosen file is not inspected yet, then that is reported; files that are not chosen do not count', () => {
  const inspected = new Map<number, VideoMetadata | null>([
    [0, upright],
    [1, null],
  ]);
  expect(isEveryChoiceInspected({ choices: { one: 0, two: 1, three: null }, inspected })).toBe(true);
  expect(isEveryChoiceInspected({ choices: { one: 0, two: 2 }, inspected })).toBe(false);
});

describe('inspectFiles', () => {
  const files = Array.from({ length: 9 }, (_, index) => new File([], `${index}.mp4`));

  test('when one video takes long, then the others are inspected meanwhile, and each is reported once', async () => {
    const inspected: string[] = [];
    let endSlow: (metadata: VideoMetadata | null) => void = () => undefined;
    const slow = new Promise<VideoMetadata | null>((resolve) => {
      endSlow = resolve;
    });
    const onInspected = ({ name }: File) => {
      inspected.push(name);
      if (inspected.length === files.length - 1) endSlow(null);
    };
    const readMetadata = async (file: File) => (file === files[0] ? slow : upright);
    await inspectFiles({ readMetadata, onInspected }, { files, signal: new AbortController().signal });
    expect(inspected.at(-1)).toBe('0.mp4');
    expect([...inspected].sort()).toEqual(files.map(({ name }) => name));
  });

  test('when other files are chosen meanwhile, then nothing more is reported', async () => {
    const controller = new AbortController();
    const inspected: File[] = [];
    const readMetadata = async () => {
      controller.abort();
      return upright;
    };
    await inspectFiles({ readMetadata, onInspected: (file) => void inspected.push(file) }, { files, signal: controller.signal });
    expect(inspected).toEqual([]);
  });
});
