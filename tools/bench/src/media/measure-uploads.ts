import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import {
  CHUNK_BYTES,
  chunkCount,
  type UploadedMedia,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import type { Admin, Customer } from '@stagereel/shop-client';
import { z } from 'zod';
import { buyLine } from './buy-line.ts';
import { startDiscardingServer } from './discarding-server.ts';
import { postBytes } from './post-bytes.ts';
import { inRounds, reportLine, speedOf } from './rounds.ts';

const AT_ONCE = 4;
const WARM_UPS = 3;
const ROUNDS = 5;
/** As long as a browser's. */
const BOUNDARY = '----WebKitFormBoundaryStageReelBench0';
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
const completedSchema = z.union([uploadedMediaSchema, uploadStatusSchema]);

export type StoredFiles = { sample: UploadedMedia; finished: UploadedMedia };
type Input = { admin: Admin; customer: Customer; gateway: string; fileBytes: number };

const chunkOf = (index: number): Buffer =>
  index === 0 ? Buffer.concat([MP4_HEAD, randomBytes(CHUNK_BYTES - MP4_HEAD.length)]) : randomBytes(CHUNK_BYTES);

/** As a browser writes it, with the chunk last. */
const formOf = ({ uploadId, index, chunk }: { uploadId: string; index: number; chunk: Buffer }): Buffer => {
  const field = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="chunk"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const head = field('uploadId', uploadId) + field('chunkIndex', String(index)) + file;
  return Buffer.concat([Buffer.from(head), chunk, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
};

/** All at once would need the whole file in memory; a few chunks are used again and again. */
const inLanes = async (count: number, send: (index: number, agent: Agent) => Promise<void>): Promise<void> => {
  // Connections of an earlier round would be idle for so long that their server may be closing them.
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) await send(index, agent);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } finally {
    agent.destroy();
  }
};

/** Uploads through the gateway, as many chunks at once as some files bring that are sent side by side, beside the same bytes thrown away. */
export const measureUploads = async ({ admin, customer, gateway, fileBytes }: Input): Promise<StoredFiles> => {
  const contest = await admin.createContest({ name: `ベンチ ${Date.now()}` });
  const lineId = await buyLine({ admin, customer, contestId: contest.id });
  const bare = await startDiscardingServer();
  const count = chunkCount(fileBytes);
  const chunks = [chunkOf(0), chunkOf(1), chunkOf(2), chunkOf(3)];
  const base = `/api/contests/${contest.id}/media`;
  let finished: UploadedMedia | undefined;
  let sample: UploadedMedia | undefined;
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const bodyOf = (uploadId: string, index: number) =>
    formOf({ uploadId, index, chunk: chunks[index === 0 ? 0 : 1 + (index % 3)] ?? chunkOf(1) });

  /** The first is the finished video, each later one a sample. */
  const upload = async (): Promise<number> => {
    const category = finished ? { category: 'sample' } : { category: 'finished', lineId };
    const file = { fileName: 'bench.mp4', fileSize: fileBytes, contentType: 'video/mp4', mediaType: 'video', totalChunks: count };
    const opened = await admin.call({
      method: 'POST',
      path: `${base}/chunked-init`,
      body: { ...file, ...category },
      answer: uploadOpenedSchema,
    });
    const { uploadId } = opened;
    const url = new URL(`${base}/chunked-upload`, gateway);
    const sent = { ...headers, cookie: admin.cookies() };
    const speed = await speedOf(fileBytes, () =>
      inLanes(count, (index, agent) => postBytes({ url, agent, body: bodyOf(uploadId, index), headers: sent })),
    );
    const media = await completed(uploadId);
    if (finished) sample = media;
    else finished = media;
    return speed;
  };
  /**
   * Kept, the files of all rounds would fill the page cache with memory that a virtual machine must first be given by its host; a round would
   * then measure that, and each more than the one before.
   */
  const removeSample = async (): Promise<void> => {
    if (sample) await admin.call({ method: 'DELETE', path: `/api/media/${sample.id}` });
    sample = undefined;
  };
  const completed = async (uploadId: string): Promise<UploadedMedia> => {
    for (;;) {
      const answer = await admin.call({ method: 'POST', path: `${base}/chunked-complete`, body: { uploadId }, answer: completedSchema });
      if (!('state' in answer)) return answer;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  const discard = (): Promise<number> =>
    speedOf(fileBytes, () => inLanes(count, (index, agent) => postBytes({ url: bare.url, agent, body: bodyOf('none', index), headers })));

  try {
    const speeds = await inRounds({
      warmUps: WARM_UPS,
      rounds: ROUNDS,
      contestants: { discard, upload: () => removeSample().then(upload) },
    });
    console.log('\nupload, 5 MiB chunks, 4 at once:');
    reportLine({ name: 'thrown away by a bare Node server', speed: speeds.discard });
    reportLine({ name: 'through the gateway, on the disk', speed: speeds.upload, ratio: speeds.upload / speeds.discard, goal: 0.3 });
  } finally {
    bare.stop();
  }
  if (!sample || !finished) throw new Error('nothing was uploaded');
  return { sample, finished };
};
