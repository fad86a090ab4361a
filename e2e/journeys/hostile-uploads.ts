import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { CHUNK_BYTES, errorCatalogue } from '@stagereel/contracts';
import type { Admin, NewFile, UploadCalls } from '@stagereel/shop-client';
import { mp4Of } from '../support/media-files.ts';
import { refusalOf } from '../support/outcomes.ts';
import { until } from '../support/poll.ts';
import type { TestStack } from '../support/test-stack.ts';

export const hostileUploads = (stack: () => TestStack): void =>
  describe('hostile uploads', () => {
    let admin: Admin;

    beforeAll(async () => {
      admin = await stack().signedInAdmin();
    }, 60_000);

    describe('hostile uploads through the gateway', () => {
      const videoFile = mp4Of(CHUNK_BYTES + 1000);
      const fileOf = (content: Buffer, name = 'サンプル.mp4'): NewFile => ({
        name,
        size: content.length,
        contentType: 'video/mp4',
        category: 'sample',
        chunk: (index) => content.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
      });
      const newContest = () => admin.createContest({ name: '不正な送信の大会' });
      const filesOnDisk = async (): Promise<string[]> => {
        const entries = await readdir(join(stack().dir, 'media'), { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      };

      let contestId: string;
      let uploads: UploadCalls;
      let before: string[];
      beforeEach(async () => {
        ({ id: contestId } = await newContest());
        uploads = admin.uploads(contestId);
        before = (await filesOnDisk()).sort();
      });
      afterEach(async () => {
        expect(await admin.call({ path: `/api/contests/${contestId}/media` })).toEqual([]);
        let after: string[] = [];
        await until({
          what: () => `a disk with nothing left on it: ${after.filter((name) => !before.includes(name)).join(', ')}`,
          find: async () => {
            after = (await filesOnDisk()).sort();
            return after.join() === before.join();
          },
        });
      });

      const refusedAs = (code: keyof typeof errorCatalogue) => [errorCatalogue[code].status, code];
      const sendTo = async (change: { uploadId: string; index: number | string; bytes?: Buffer; to?: UploadCalls }): Promise<unknown> => {
        const { uploadId, index, bytes = videoFile.subarray(0, CHUNK_BYTES), to = uploads } = change;
        const form = to.chunkForm({ uploadId, index: 0, bytes });
        form.set('chunkIndex', String(index));
        return admin.call({ method: 'POST', path: to.chunkPath, form });
      };

      test.each([
        ['a path', '../../etc/passwd'],
        ['a path of Windows', '..\\..\\boot.ini'],
        ['an encoded separator', '..%2f..%2fetc%2fpasswd'],
        ['a NUL', 'a\0.mp4'],
        ['300 characters', `${'あ'.repeat(296)}.mp4`],
      ])('when the name of a file is %s, then it is refused', async (_what, name) => {
        expect(await refusalOf(uploads.open(fileOf(videoFile, name)))).toEqual(refusedAs('ValidationFailed'));
      });

      test.each([
        ['an encoded path', '..%2f..%2fetc'],
        ['an encoded path of Windows', '..%5c..%5cetc'],
        ['encoded dots', '%2e%2e%2fetc'],
        ['an encoded NUL', 'a%00'],
        ['300 characters', 'a'.repeat(300)],
      ])('when the contest or a file of it is %s, then it is refused', async (_what, id) => {
        const [status, code] = await refusalOf(admin.uploads(id).open(fileOf(videoFile)));
        expect([400, 404]).toContain(status);
        expect(code).toMatch(/^(ValidationFailed|NotFound)$/);
        for (const path of [`/media/${id}`, `/media/${id}/passwd`])
          expect([400, 404]).toContain((await refusalOf(admin.call({ path })))[0]);
      });

      test('when chunks do not fit the file, then each is refused, and so is the file made of them', async () => {
        const { uploadId, totalChunks } = await uploads.open(fileOf(videoFile));
        for (const index of [-1, totalChunks, Number.NaN, 'Infinity', '1e0', '../1', '']) {
          expect([index, ...(await refusalOf(sendTo({ uploadId, index })))]).toEqual([index, ...refusedAs('ChunkInvalid')]);
        }
        const long = Buffer.concat([videoFile.subarray(0, CHUNK_BYTES), Buffer.from('!')]);
        expect(await refusalOf(sendTo({ uploadId, index: 0, bytes: long }))).toEqual(refusedAs('ChunkTooLarge'));
        expect(await refusalOf(sendTo({ uploadId, index: 0, bytes: videoFile.subarray(1, CHUNK_BYTES) }))).toEqual(
          refusedAs('ChunkInvalid'),
        );
        expect(await refusalOf(sendTo({ uploadId: '../../etc/passwd', index: 0 }))).toEqual(refusedAs('ChunkInvalid'));
        const { id: otherId } = await newContest();
        expect(await refusalOf(sendTo({ uploadId, index: 0, to: admin.uploads(otherId) }))).toEqual(refusedAs('UploadNotFound'));
        expect(await refusalOf(uploads.complete({ uploadId }))).toEqual(refusedAs('UploadIncomplete'));
        expect(await uploads.status(uploadId)).toMatchObject({ state: 'open', missing: [0, 1] });
        await admin.call({ method: 'POST', path: `/api/contests/${contestId}/media/chunked-cancel`, body: { uploadId } });
      });

      test.each([
        ['HTML', '<!doctype html><script>alert(1)</script>'],
        ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
      ])('when %s is named .mp4, then it is refused', async (_what, text) => {
        expect(await refusalOf(uploads.sendFile(fileOf(Buffer.from(text))))).toEqual(refusedAs('FileTypeRefused'));
      });
    });
  });
