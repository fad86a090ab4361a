import { writeFile } from 'node:fs/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { startTestMedia, type TestMedia } from '../support/media.ts';
import { COPIES_VIDEOS, useProgramFolder } from '../support/program-folder.ts';
import { videoBytes } from '../support/samples.ts';

const programs = useProgramFolder();
let media: TestMedia | undefined;
afterEach(async () => {
  await media?.stop();
  media = undefined;
});

/** A fake ffmpeg or ffprobe. `firstRun`: shell code for its first run only. */
const fakeProgram = async ({
  name,
  output,
  firstRun = ':',
}: {
  name: string;
  output: Buffer;
  firstRun?: string | undefined;
}): Promise<string> => {
  const path = programs.pathOf(name);
  await writeFile(`${path}.out`, output);
  return programs.addProgram(name, `${COPIES_VIDEOS}\nif mkdir '${path}.ran' 2>/dev/null; then ${firstRun}; fi\nexec cat '${path}.out'`);
};

/** Uploads a video and returns it after processing. */
const processVideo = async (first: { ffprobe?: string; ffmpeg?: string }) => {
  const metadata = { streams: [{ width: 320, height: 568 }], format: { duration: '2' } };
  const still = await sharp({ create: { width: 320, height: 568, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
  const settings = {
    ffprobe: await fakeProgram({ name: 'ffprobe', output: Buffer.from(JSON.stringify(metadata)), firstRun: first.ffprobe }),
    ffmpeg: await fakeProgram({ name: 'ffmpeg', output: still, firstRun: first.ffmpeg }),
    processingRetryMs: 100,
  };
  media = await startTestMedia({ settings });
  const contestId = media.contest();
  const { id } = await media.upload(contestId, { bytes: videoBytes(2000) });
  return media.processed(contestId, id);
};

describe('processing a video', () => {
  test.each([
    ['ffprobe is killed', { ffprobe: 'kill -KILL $$' }],
    ['ffmpeg is killed', { ffmpeg: 'kill -KILL $$' }],
    ['ffmpeg is terminated', { ffmpeg: 'kill -TERM $$' }],
    ['ffmpeg exits gracefully after a signal', { ffmpeg: 'exit 255' }],
  ])('when %s, then it is retried and there is a poster', async (_what, first) => {
    expect(await processVideo(first)).toMatchObject({ processing: 'ready', width: 320, posterUrl: expect.any(String) });
  });

  test.each([
    ['fails', 'exit 1'],
    ['crashes', 'kill -SEGV $$'],
  ])('when ffmpeg %s, then there is no poster and no second attempt', async (_what, ffmpeg) => {
    expect(await processVideo({ ffmpeg })).toMatchObject({ processing: 'ready', width: 320, posterUrl: null });
  });
});
