import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import sharp from 'sharp';
import { createImageProcess } from '../../src/adapters/image-process.ts';
import { startTestMedia, type TestMedia } from '../support/media.ts';
import { useProgramFolder } from '../support/program-folder.ts';
import { jpeg, videoBytes } from '../support/samples.ts';

/** Longer than a service may take to stop. */
const NEVER_ENDS = 'exec sleep 600';

const programs = useProgramFolder();
let media: TestMedia | undefined;
afterEach(async () => {
  await media?.stop();
  media = undefined;
});

const fileText = (name: string): Promise<string | false> =>
  readFile(programs.pathOf(name), 'utf8').then(
    (text) => text.trim() || false,
    () => false,
  );
const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A fake program that records its process id and arguments before it runs `rest`. */
const recordingProgram = (name: string, rest: string): Promise<string> =>
  programs.addProgram(name, `echo "$@" > ${programs.pathOf(name)}.args; echo $$ > ${programs.pathOf(name)}.pid\n${rest}`);
const pidOf = (name: string): Promise<number> => waitUntil(() => fileText(`${name}.pid`), { what: `${name} to start` }).then(Number);

const metadata = JSON.stringify({ streams: [{ width: 320, height: 568 }], format: { duration: '2' } });

describe('a service that stops while a program processes a video', () => {
  test('when the program is ffmpeg, then the program is ended and its files are removed', async () => {
    const ffprobe = await recordingProgram('ffprobe', `echo '${metadata}'`);
    const ffmpeg = await recordingProgram('ffmpeg', NEVER_ENDS);
    const service = await startTestMedia({ settings: { ffprobe, ffmpeg } });
    media = service;
    await service.upload(service.contest(), { bytes: videoBytes(2000), category: 'finished', lineId: '12345678-01' });
    const pid = await pidOf('ffmpeg');
    const [, output = ''] = /file:(\S+preview\.mp4)/.exec((await fileText('ffmpeg.args')) || '') ?? [];
    expect([await exists(dirname(output)), output.startsWith(join(service.dir, 'spool'))]).toEqual([true, true]);
    await recordingProgram('ffmpeg', 'exit 1');
    await service.restart();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await exists(dirname(output))).toBe(false);
  });

  test('when that happens more often than the maximum number of attempts, then the video is still retried', async () => {
    const ffprobe = await recordingProgram('ffprobe', NEVER_ENDS);
    const service = await startTestMedia({ settings: { ffprobe, ffmpeg: programs.pathOf('none') } });
    media = service;
    const contestId = service.contest();
    const { id } = await service.upload(contestId, { bytes: videoBytes(2000) });
    for (let pid = 0, times = 0; times < 4; times += 1) {
      pid = await waitUntil(async () => {
        const now = await pidOf('ffprobe');
        return now !== pid && now;
      });
      await service.restart();
    }
    expect((await service.list(contestId))[0]).toMatchObject({ id, processing: 'pending' });
    await recordingProgram('ffprobe', `echo '${metadata}'`);
    await service.restart();
    expect(await service.processed(contestId, id)).toMatchObject({ processing: 'ready', width: 320, height: 568 });
  });
});

describe('a service that crashed during processing', () => {
  test('when it starts again, then temporary files older than an hour are removed, and no others', async () => {
    const service = await startTestMedia();
    media = service;
    const [old = '', recent = ''] = ['preview-old', 'preview-recent'].map((name) => join(service.dir, 'spool', name));
    for (const folder of [old, recent]) {
      await mkdir(folder);
      await writeFile(join(folder, 'preview.mp4'), 'x');
    }
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, longAgo, longAgo);
    await service.restart();
    expect([await exists(old), await exists(recent)]).toEqual([false, true]);
  });
});

describe('the image process', () => {
  const program = new URL('../../src/image-work.process.ts', import.meta.url);

  test('when a task is aborted, then it rejects, and other tasks continue', async () => {
    const { images, stop } = createImageProcess(program);
    try {
      const small = await jpeg({ width: 600, height: 400 });
      const large = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#369' } })
        .jpeg()
        .toBuffer();
      const controller = new AbortController();
      const pictures = images.resize(large, controller.signal);
      const concurrent = images.measure(small);
      controller.abort(new Error('aborted by test'));
      await expect(pictures).rejects.toThrow('aborted by test');
      expect(await concurrent).toEqual({ width: 600, height: 400 });
      await expect(images.resize(small, controller.signal)).rejects.toThrow('aborted by test');
      expect(await images.resize(small)).toMatchObject([{ width: 480 }, { width: 600 }]);
    } finally {
      stop();
    }
  });
});
