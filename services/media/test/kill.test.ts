import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CHUNK_BYTES, uploadedMediaSchema } from '@stagereel/contracts';
import { waitUntil } from '@stagereel/service-kit/testing';
import { freePort } from './support/free-port.ts';
import { chunksOf, sha256Of, startTestMedia, type TestMedia } from './support/media.ts';
import { createMediaProcess, type MediaProcess } from './support/media-process.ts';
import { videoBytes } from './support/samples.ts';

const MIB = 1024 * 1024;
const CUTS = 10;
const KILLS = 3;

let media: TestMedia;
let killed: MediaProcess;
beforeAll(async () => {
  media = await startTestMedia();
  killed = createMediaProcess({ env: media.settings(), port: await freePort() });
  await killed.start();
}, 120_000);
afterAll(async () => {
  await killed?.kill();
  await media?.stop();
});

const bytes = videoBytes(64 * MIB + 12_345);
const chunks = chunksOf(bytes);

test(`when a file is uploaded through ${CUTS} cut connections and ${KILLS} kills of the service, it is whole in the end`, async () => {
  const contestId = media.contest();
  const base = `/api/contests/${contestId}/media`;
  const call = media.callAt(() => killed.url);
  const { uploadId } = (await call('POST', `${base}/chunked-init`, { body: media.initBody({ bytes }) })).body;
  const formOf = (index: number) => media.formOf({ contestId, uploadId, index, bytes: chunks[index] ?? Buffer.alloc(0) });

  /** Sends a part of the chunk's form, and is gone. */
  const sendAndCut = async (index: number): Promise<void> => {
    const form = new Response(formOf(index));
    const whole = Buffer.from(await form.arrayBuffer());
    const headers = {
      cookie: media.cookies.admin ?? '',
      'content-type': form.headers.get('content-type') ?? '',
      'content-length': whole.length,
    };
    const sent = request(new URL(`${base}/chunked-upload`, killed.url), { method: 'POST', headers });
    sent.on('error', () => undefined);
    const isWritten = new Promise<void>((resolve) => {
      sent.write(whole.subarray(0, Math.ceil(whole.length * (0.1 + 0.08 * index))), () => resolve());
      sent.once('close', resolve);
    });
    await isWritten;
    sent.destroy();
  };
  /** A chunk may meet a killed service; then it is missing, and the next round sends it. */
  const send = (index: number): Promise<unknown> => call('POST', `${base}/chunked-upload`, { body: formOf(index) }).catch(() => undefined);

  for (let cut = 0; cut < CUTS; cut += 1) await sendAndCut(cut % chunks.length);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const sending = [0, 1, 2, 3].map((lane) => send((kill * 4 + lane) % chunks.length));
    await Promise.race(sending);
    await killed.kill();
    await Promise.all(sending);
    await killed.start();
  }

  const completed = await waitUntil(
    async () => {
      const { body } = await call('GET', `${base}/chunked-status?uploadId=${uploadId}`);
      for (const index of body.missing) await send(index);
      const answer = await call('POST', `${base}/chunked-complete`, { body: { uploadId, sha256: sha256Of(bytes) } });
      return answer.status === 200 && answer.body;
    },
    { what: 'the upload to be complete', timeoutMs: 90_000 },
  );
  expect(uploadedMediaSchema.parse(completed)).toMatchObject({ id: uploadId, size: bytes.length, sha256: sha256Of(bytes) });
  expect(bytes.length).toBeGreaterThan(12 * CHUNK_BYTES);

  const file = await call('GET', completed.url);
  expect([file.status, sha256Of(file.body)]).toEqual([200, sha256Of(bytes)]);
}, 240_000);
