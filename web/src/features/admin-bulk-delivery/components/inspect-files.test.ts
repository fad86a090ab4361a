import { describe, expect, test } from '@jest/globals';
import type { VideoMetadata } from '../../../components/admin-order/video-metadata.ts';
import { inspectFiles } from './inspect-files.ts';

const upright: VideoMetadata = { width: 1080, height: 1920, durationSeconds: 60 };

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
