import { mkdir, readFile, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { waitUntil } from '@stagereel/service-kit/testing';
import sharp from 'sharp';
import { createImageProcess } from '../src/adapters/image-process.ts';
import { startTestMedia, type TestMedia } from './support/media.ts';
import { useProgramFolder } from './support/program-folder.ts';
import { jpeg, videoBytes } from './support/samples.ts';

/** Not within the time a service has to stop. */
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
const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** A program that notes its process and what it was asked to do before it does the rest. */
const noting = (name: string, rest: string): Promise<string> =>
  programs.addProgram(name, `echo "$@" > ${programs.pathOf(name)}.args; echo $$ > ${programs.pathOf(name)}.pid\n${rest}`);
const pidOf = (name: string): Promise<number> => waitUntil(() => fileText(`${name}.pid`), { what: `${name} to begin` }).then(Number);

const facts = JSON.stringify({ streams: [{ width: 320, height: 568 }], format: { duration: '2' } });

describe('a service that stops while a program works on a video', () => {
  test('when that is ffmpeg, then neither the program nor its files outlive it', async () => {
    const FFPROBE_PATH = await noting('ffprobe', `echo '${facts}'`);
    const FFMPEG_PATH = await noting('ffmpeg', NEVER_ENDS);
    const service = await startTestMedia({ env: { FFPROBE_PATH, FFMPEG_PATH } });
    media = service;
    await service.upload(service.contest(), { bytes: videoBytes(2000), category: 'finished', lineId: '12345678-01' });
    const pid = await pidOf('ffmpeg');
    const [, output = ''] = /file:(\S+preview\.mp4)/.exec((await fileText('ffmpeg.args')) || '') ?? [];
    expect([await isThere(dirname(output)), output.startsWith(join(service.dir, 'spool'))]).toEqual([true, true]);
    await noting('ffmpeg', 'exit 1');
    await service.restart();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await isThere(dirname(output))).toBe(false);
  });

  test('when that happens more often than a video is tried, then it is tried again all the same', async () => {
    const FFPROBE_PATH = await noting('ffprobe', NEVER_ENDS);
    const service = await startTestMedia({ env: { FFPROBE_PATH, FFMPEG_PATH: programs.pathOf('none') } });
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
    await noting('ffprobe', `echo '${facts}'`);
    await service.restart();
    expect(await service.processed(contestId, id)).toMatchObject({ processing: 'ready', width: 320, height: 568 });
  });
});

describe('a service that died over a video', () => {
  test('when it is started again, then what lies there for more than an hour is cleared away, and nothing else', async () => {
    const service = await startTestMedia();
    media = service;
    const [left = '', underWay = ''] = ['preview-left', 'preview-under-way'].map((name) => join(service.dir, 'spool', name));
    for (const folder of [left, underWay]) {
      await mkdir(folder);
      await writeFile(join(folder, 'preview.mp4'), 'x');
    }
    const longAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left, longAgo, longAgo);
    await service.restart();
    expect([await isThere(left), await isThere(underWay)]).toEqual([false, true]);
  });
});

describe('the process that opens pictures', () => {
  const program = new URL('../src/image-work.process.ts', import.meta.url);

  test('when a picture is given up, then nobody waits for it any more, and the next one is opened', async () => {
    const { images, stop } = createImageProcess(program);
    try {
      const small = await jpeg({ width: 600, height: 400 });
      const large = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#369' } })
        .jpeg()
        .toBuffer();
      const giving = new AbortController();
      const pictures = images.resize(large, giving.signal);
      const beside = images.measure(small);
      giving.abort(new Error('given up'));
      await expect(pictures).rejects.toThrow('given up');
      expect(await beside).toEqual({ width: 600, height: 400 });
      await expect(images.resize(small, giving.signal)).rejects.toThrow('given up');
      expect(await images.resize(small)).toMatchObject([{ width: 480 }, { width: 600 }]);
    } finally {
      stop();
    }
  });
});
