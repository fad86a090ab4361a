import { describe, expect, test } from '@jest/globals';
import { fileOf } from '../../testing/upload-server.ts';
import { droppedFiles, pathOfFile } from './dropped-files.ts';
import { pickFiles } from './upload-files.ts';

type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'name' | 'fullPath'>;
const NOT_READABLE = new DOMException('', 'NotReadableError');

const nameOf = (fullPath: string): string => fullPath.split('/').at(-1) ?? '';

const fileEntry = (fullPath: string, { isReadable = true } = {}): Entry & Pick<FileSystemFileEntry, 'file'> => ({
  ...{ isFile: true, isDirectory: false, name: nameOf(fullPath), fullPath },
  file: (take, fail) => (isReadable ? take(fileOf({ name: nameOf(fullPath) })) : fail?.(NOT_READABLE)),
});

/** A folder that returns its entries in these portions. Reading a portion that is null fails. */
const folderEntry = (fullPath: string, portions: readonly (readonly Entry[] | null)[]) => ({
  ...{ isFile: false, isDirectory: true, name: nameOf(fullPath), fullPath },
  createReader: () => {
    const left = [...portions, []];
    return {
      readEntries: (take: (entries: readonly Entry[]) => void, fail: (error: DOMException) => void) => {
        const portion = left.shift();
        if (portion) take(portion);
        else fail(NOT_READABLE);
      },
    };
  },
});

/** The used part of a browser's drop event. */
const dropOf = (entries: readonly Entry[]): DataTransfer =>
  ({ items: entries.map((entry) => ({ kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null })) }) as unknown as DataTransfer;

describe('droppedFiles', () => {
  test('when folders are dropped, all files in them are found with their folder paths', async () => {
    const inner = folderEntry('/videos/inner', [[fileEntry('/videos/inner/b.mp4')]]);
    const files = await droppedFiles(dropOf([folderEntry('/videos', [[fileEntry('/videos/a.mp4')], [inner]]), fileEntry('/c.mp4')]));
    expect(files.map(pathOfFile)).toEqual(['videos/a.mp4', 'videos/inner/b.mp4', 'c.mp4']);
    expect(pickFiles({ files, chosen: [] }).refused).toEqual([]);
  });

  test('when something cannot be read, the rest is found, and it is refused by name', async () => {
    const broken = folderEntry('/videos/broken', [[fileEntry('/videos/broken/b.mp4')], null]);
    const videos = folderEntry('/videos', [[fileEntry('/videos/a.mp4', { isReadable: false }), broken, fileEntry('/videos/c.mp4')]]);
    const closed = folderEntry('/closed', [null]);
    const { accepted, refused } = pickFiles({ files: await droppedFiles(dropOf([videos, closed])), chosen: [] });
    expect(accepted.map(({ file }) => pathOfFile(file))).toEqual(['videos/broken/b.mp4', 'videos/c.mp4']);
    expect(refused).toEqual(['a.mp4', 'broken', 'closed'].map((name) => ({ name, reason: '読み取れませんでした' })));
  });

  test('when an unreadable file is a system file, it is ignored', async () => {
    const files = await droppedFiles(dropOf([fileEntry('/.DS_Store', { isReadable: false })]));
    expect(pickFiles({ files, chosen: [] })).toEqual({ accepted: [], refused: [] });
  });
});
