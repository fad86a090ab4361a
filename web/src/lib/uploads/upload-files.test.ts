import { describe, expect, test } from '@jest/globals';
import { fileOf } from '../../testing/upload-server.ts';
import { megabytes, pickFiles } from './upload-files.ts';
import { announcedPercent, percentOf } from './upload-state.ts';

describe('pickFiles', () => {
  test('when files of any type are dropped, videos and pictures are accepted and the others listed (admin 2.38, 5.13)', () => {
    const files = [
      fileOf({ name: 'a.mp4' }),
      fileOf({ name: 'b.png', type: 'image/png' }),
      fileOf({ name: 'c.pdf', type: 'application/pdf' }),
      fileOf({ name: 'd', type: '' }),
    ];
    const { accepted, refused } = pickFiles({ files, chosen: [] });
    expect(accepted.map(({ file, kind }) => `${file.name} ${kind}`)).toEqual(['a.mp4 video', 'b.png image']);
    expect(refused).toEqual([
      { name: 'c.pdf', reason: '動画・画像ではありません' },
      { name: 'd', reason: '動画・画像ではありません' },
    ]);
  });

  test('when the system knows no type for a file, its extension decides', () => {
    const names = ['IMG_0001.MOV', 'a.m4v', 'b.avif', 'c.txt', 'mov'];
    const { accepted, refused } = pickFiles({ files: names.map((name) => fileOf({ name, type: '' })), chosen: [] });
    expect(accepted.map(({ file, kind }) => `${file.name} ${kind}`)).toEqual(['IMG_0001.MOV video', 'a.m4v video', 'b.avif image']);
    expect(refused.map(({ name }) => name)).toEqual(['c.txt', 'mov']);
  });

  test('when files have the same name and size in different folders, they are different files', () => {
    const inFolder = (path: string) => Object.defineProperty(fileOf({ name: '12.mp4' }), 'webkitRelativePath', { value: path });
    const [one, other, alone] = [inFolder('a/12.mp4'), inFolder('b/12.mp4'), fileOf({ name: '12.mp4' })];
    expect(pickFiles({ files: [one, other], chosen: [] }).accepted).toHaveLength(2);
    expect(pickFiles({ files: [one, alone], chosen: [inFolder('a/12.mp4')] }).refused).toHaveLength(2);
  });

  test('when only pictures are accepted, videos are refused (admin 5.7)', () => {
    expect(pickFiles({ files: [fileOf()], chosen: [], only: 'image' }).refused).toEqual([
      { name: '012.mp4', reason: '画像ではありません' },
    ]);
  });

  test('when a folder contains system files, they are ignored', () => {
    const files = [fileOf({ name: '.DS_Store', type: '' }), fileOf({ name: 'Thumbs.db', type: '' })];
    expect(pickFiles({ files, chosen: [] })).toEqual({ accepted: [], refused: [] });
  });

  test('when a file is empty or already chosen, it is refused', () => {
    const files = [fileOf({ bytes: 0 }), fileOf({ name: 'a.mp4' }), fileOf({ name: 'a.mp4' }), fileOf({ name: 'b.mp4' })];
    const { accepted, refused } = pickFiles({ files, chosen: [fileOf({ name: 'b.mp4' })] });
    expect(accepted).toHaveLength(1);
    expect(refused.map(({ reason }) => reason)).toEqual(['空のファイルです', 'すでに選択されています', 'すでに選択されています']);
  });
});

test.each([
  [8_192, '0.1 MB未満'],
  [5_242_880, '5.0 MB'],
  [1_572_864_000, '1,500.0 MB'],
])('when a file has %i bytes, its size is %s (admin 2.39)', (bytes, text) => {
  expect(megabytes(bytes)).toBe(text);
});

test('when a percentage is shown, it is rounded down and announced only by quarters (admin 2.39)', () => {
  expect(percentOf({ sentBytes: 999, totalBytes: 1_000 })).toBe(99);
  expect(percentOf({ sentBytes: 0, totalBytes: 0 })).toBe(0);
  expect([0, 24, 25, 74, 99, 100].map(announcedPercent)).toEqual([0, 0, 25, 50, 75, 100]);
});
