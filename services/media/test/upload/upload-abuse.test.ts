import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, errorBodySchema, MAX_CHUNKS } from '@stagereel/contracts';
import { useService, waitUntil } from '@stagereel/service-kit/testing';
import { chunksOf, sha256Of, startTestMedia, type TestMedia, type TestResponse } from '../support/media.ts';
import { canWatchMemory, watchMemory } from '../support/memory.ts';
import { jpeg, videoBytes } from '../support/samples.ts';
import { testUnless } from '../support/test-unless.ts';

const canWatch = await canWatchMemory();

let contestId: string;
const media = useService(() => startTestMedia());
beforeEach(() => {
  contestId = media.contest();
});

const JAPANESE = /\p{Script=Hiragana}/u;
const expectRefusal = ({ status, body }: TestResponse, code: string, expected: number): void => {
  expect([status, body.code]).toEqual([expected, code]);
  expect(errorBodySchema.parse(body).message).toMatch(JAPANESE);
};
const init = (changes: Record<string, unknown>) =>
  media.call('POST', `/api/contests/${contestId}/media/chunked-init`, {
    body: { ...media.initBody({ bytes: videoBytes(1000) }), ...changes },
  });

/** Nothing is listed and nothing is stored. */
const expectNothingLeft = async (): Promise<void> => {
  expect(await media.list(contestId)).toEqual([]);
  expect(await readdir(join(media.dir, 'spool'))).toEqual([]);
  expect(await media.storedFiles()).toEqual([]);
};

/** The files of a folder that this process has open, including deleted ones. */
const openFilesIn = async (folder: string): Promise<string[]> => {
  const descriptors = await readdir('/proc/self/fd');
  const targets = await Promise.all(descriptors.map((descriptor) => readlink(`/proc/self/fd/${descriptor}`).catch(() => '')));
  return targets.filter((target) => target.startsWith(folder));
};

describe('an invalid request to open an upload', () => {
  afterEach(expectNothingLeft);

  test.each([
    ['a path', { fileName: '../../etc/passwd' }],
    ['a path of Windows', { fileName: '..\\..\\boot.ini' }],
    ['only dots', { fileName: '..' }],
    ['a NUL', { fileName: 'a\0.mp4' }],
    ['an encoded separator', { fileName: 'a%2fb.mp4' }],
    ['an encoded NUL', { fileName: 'a%00.mp4' }],
    ['a line break', { fileName: 'a\r\nb.mp4' }],
    ['300 characters', { fileName: `${'あ'.repeat(296)}.mp4` }],
    ['an empty name', { fileName: '' }],
    ['no bytes', { fileSize: 0, totalChunks: 0 }],
    ['a negative size', { fileSize: -1 }],
    ['half a byte', { fileSize: 1000.5 }],
    ['a number as text', { fileSize: '1000' }],
    ['no chunks', { totalChunks: 0 }],
    ['an unknown media type', { mediaType: 'page' }],
    ['an unknown category', { category: '../sample' }],
    ['a malformed line', { category: 'finished', lineId: '../12345678-01' }],
    ['a malformed hash', { sha256: 'abc' }],
  ])('when it has %s, then it is refused (admin 7.30)', async (_what, changes) => {
    expectRefusal(await init(changes), 'ValidationFailed', 400);
  });

  test.each([
    ['too many chunks', { totalChunks: 2 }],
    ['a video as a cover', { category: 'cover-image' }],
    ['a finished video without its line', { category: 'finished' }],
    ['a sample with a line', { lineId: '12345678-01' }],
  ])('when it has %s, then it is refused, although each field has the published form', async (_what, changes) => {
    expectRefusal(await init(changes), 'InputInconsistent', 400);
  });

  test('when the file is larger than the maximum, then it is refused', async () => {
    const fileSize = MAX_CHUNKS * CHUNK_BYTES + 1;
    expectRefusal(await init({ fileSize, totalChunks: MAX_CHUNKS + 1 }), 'FileTooLarge', 413);
  });

  test('when the contest does not exist, then it is refused', async () => {
    const body = media.initBody({ bytes: videoBytes(1000) });
    expectRefusal(await media.call('POST', `/api/contests/${randomUUID()}/media/chunked-init`, { body }), 'NotFound', 404);
    expectRefusal(await media.call('POST', '/api/contests/..%2f..%2fetc/media/chunked-init', { body }), 'ValidationFailed', 400);
  });

  test.each([
    ['anonymous', 401],
    ['customer', 403],
  ] as const)('when the caller is %s, then every admin request is refused', async (as, status) => {
    const base = `/api/contests/${contestId}/media`;
    const body = { uploadId: randomUUID() };
    const answers = [
      await media.call('POST', `${base}/chunked-init`, { as, body: media.initBody({ bytes: videoBytes(1000) }) }),
      await media.call('POST', `${base}/chunked-upload`, {
        as,
        body: media.formOf({ contestId, uploadId: 'x', index: 0, bytes: videoBytes(100) }),
      }),
      await media.call('POST', `${base}/chunked-complete`, { as, body }),
      await media.call('POST', `${base}/chunked-cancel`, { as, body }),
      await media.call('GET', `${base}/chunked-status?uploadId=${body.uploadId}`, { as }),
      await media.call('PATCH', '/api/media/x', { as, body: { displayOrder: 1 } }),
      await media.call('DELETE', '/api/media/x', { as }),
      await media.call('POST', '/api/media/x/thumbnail', { as, body: {} }),
      await media.call('DELETE', '/api/media/x/thumbnail', { as }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
  });
});

describe('an invalid chunk', () => {
  const bytes = videoBytes(CHUNK_BYTES + 100);
  const [first, last] = chunksOf(bytes) as [Buffer, Buffer];
  let uploadId: string;
  beforeEach(async () => {
    uploadId = await media.open(contestId, { bytes });
  });
  afterEach(async () => {
    expect(await media.status(contestId, uploadId)).toMatchObject({ state: 'open', missing: [0, 1] });
    const { status, body } = await media.call('POST', `/api/contests/${contestId}/media/chunked-cancel`, { body: { uploadId } });
    expect([status, body.code]).toEqual([204, undefined]);
    await expectNothingLeft();
  });

  test.each([-1, 2, 10_000, Number.NaN, 'Infinity', '1e3', '0x1', '', '1.5', '../1', '０'])(
    'when its index is %s, then it is refused',
    async (index) => {
      for (const fieldsFirst of [true, false]) {
        expectRefusal(await media.send({ contestId, uploadId, index, bytes: first, fieldsFirst }), 'ChunkInvalid', 400);
      }
    },
  );

  const testOnLinux = testUnless(process.platform !== 'linux' && 'this system does not list the open files of a process');
  testOnLinux('when it arrives before its fields and is refused, then its temporary file is closed', async () => {
    const refused = () => media.send({ contestId, uploadId: randomUUID(), index: 0, bytes: first, fieldsFirst: false });
    for (let turn = 0; turn < 3; turn += 1) expectRefusal(await refused(), 'UploadNotFound', 404);
    await waitUntil(async () => (await openFilesIn(join(media.dir, 'spool'))).length === 0, { what: 'the temporary files to be closed' });
  });

  test('when it is one byte too long, then it is refused, in any order of the form parts', async () => {
    const long = Buffer.concat([first, Buffer.from('!')]);
    expectRefusal(await media.send({ contestId, uploadId, index: 0, bytes: long }), 'ChunkTooLarge', 413);
    expectRefusal(await media.send({ contestId, uploadId, index: 0, bytes: long, fieldsFirst: false }), 'ChunkTooLarge', 413);
    expectRefusal(await media.send({ contestId, uploadId, index: 0, bytes: randomBytes(CHUNK_BYTES + 100_000) }), 'ChunkTooLarge', 413);
  });

  test.each([
    ['too short', 0, first.subarray(1)],
    ['empty', 0, Buffer.alloc(0)],
    ['longer than the last chunk', 1, Buffer.concat([last, Buffer.from('!')])],
    ['as long as a full chunk but the last one', 1, first],
  ])('when it is %s, then it is refused', async (_what, index, body) => {
    expectRefusal(await media.send({ contestId, uploadId, index, bytes: body }), 'ChunkInvalid', 400);
  });

  test('when it names another contest or an unknown upload, then it is refused', async () => {
    const other = media.contest();
    expectRefusal(await media.send({ contestId: other, uploadId, index: 0, bytes: first }), 'UploadNotFound', 404);
    expectRefusal(await media.send({ contestId, uploadId: randomUUID(), index: 0, bytes: first }), 'UploadNotFound', 404);
    expectRefusal(await media.send({ contestId, uploadId: '../../etc/passwd', index: 0, bytes: first }), 'ChunkInvalid', 400);
    expectRefusal(await media.complete(other, uploadId), 'UploadNotFound', 404);
    expectRefusal(await media.call('POST', `/api/contests/${other}/media/chunked-cancel`, { body: { uploadId } }), 'UploadNotFound', 404);
  });

  test.each([
    ['not a form', 'application/json', '{}', 'ChunkInvalid'],
    ['a form without a boundary', 'multipart/form-data', 'x', 'ChunkInvalid'],
    [
      'a form without a chunk',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="uploadId"\r\n\r\nx\r\n--b--\r\n',
      'ChunkInvalid',
    ],
    [
      'a truncated form',
      'multipart/form-data; boundary=b',
      '--b\r\ncontent-disposition: form-data; name="chunk"; filename="x"\r\n\r\nabc',
      'ChunkInvalid',
    ],
    [
      'a form of many parts',
      'multipart/form-data; boundary=b',
      `${'--b\r\ncontent-disposition: form-data; name="f"\r\n\r\nx\r\n'.repeat(5000)}--b--\r\n`,
      'ChunkInvalid',
    ],
  ])('when it is %s, then it is refused', async (_what, type, body, code) => {
    const answer = await media.call('POST', `/api/contests/${contestId}/media/chunked-upload`, { body, headers: { 'content-type': type } });
    expectRefusal(answer, code, 400);
  });
});

describe('an invalid file', () => {
  afterEach(expectNothingLeft);

  const refusedFile = async (file: Parameters<TestMedia['open']>[1], sha256?: string): Promise<TestResponse> => {
    const uploadId = await media.open(contestId, file);
    await media.sendAll(contestId, uploadId, file.bytes);
    const answer = await media.complete(contestId, uploadId, sha256);
    expect((await media.complete(contestId, uploadId, sha256)).body.code).toBe(answer.body.code);
    return answer;
  };

  test.each([
    ['HTML', '<!doctype html><html><script>alert(1)</script></html>'],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['XML', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['a PDF', '%PDF-1.7\n1 0 obj'],
    ['a program', '\x7fELF\x02\x01\x01'],
    ['text', 'ただの文章です。'],
  ])('when %s is named .mp4, then it is refused', async (_what, text) => {
    expectRefusal(await refusedFile({ bytes: Buffer.from(text) }), 'FileTypeRefused', 415);
  });

  test('when a picture is declared as a video, or a video as a picture, then it is refused', async () => {
    expectRefusal(await refusedFile({ bytes: await jpeg({ width: 10, height: 10 }) }), 'FileTypeMismatch', 415);
    expectRefusal(await refusedFile({ bytes: videoBytes(500), mediaType: 'image', category: 'cover-image' }), 'FileTypeMismatch', 415);
  });

  test('when the hash does not match, then it is refused', async () => {
    expectRefusal(await refusedFile({ bytes: videoBytes(500) }, sha256Of(Buffer.from('other'))), 'FileHashMismatch', 400);
    expectRefusal(await refusedFile({ bytes: videoBytes(500), sha256: 'a'.repeat(64) }), 'FileHashMismatch', 400);
  });

  test('when a small file contains a picture of 30,000 × 30,000 pixels, then it is refused', async () => {
    expectRefusal(await refusedFile({ bytes: await hugePng(30_000), mediaType: 'image' }), 'ImageTooLarge', 413);
  });

  const testWithMemory = testUnless(!canWatch && 'this system does not report the peak memory of a process');
  testWithMemory('when such a picture is refused, then it is not decoded', async () => {
    // Start the image process first: it needs some memory itself.
    expectRefusal(await refusedFile({ bytes: (await hugePng(10)).subarray(0, 20), mediaType: 'image' }), 'ImageUnreadable', 400);
    const bomb = await hugePng(30_000);
    const grown = await watchMemory();
    expectRefusal(await refusedFile({ bytes: bomb, mediaType: 'image' }), 'ImageTooLarge', 413);
    expect(await grown()).toBeLessThan(200 * 1024 * 1024);
  });

  test('when a picture is truncated, then it is refused', async () => {
    expectRefusal(await refusedFile({ bytes: (await hugePng(10)).subarray(0, 20), mediaType: 'image' }), 'ImageUnreadable', 400);
  });
});

/**
 * A PNG of one colour: a small file whose pixels would take gigabytes. It is compressed beside the event loop: otherwise the service, which is in this
 * process, would close its idle connections in the same moment as the client uses one again.
 */
const hugePng = async (side: number): Promise<Buffer> => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const crc = Buffer.alloc(4);
    crc.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, crc]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // One bit a pixel, greyscale.
  head.set([1, 0, 0, 0, 0], 8);
  const rows = await promisify(deflate)(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
};
