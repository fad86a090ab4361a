import { randomBytes } from 'node:crypto';
import {
  CHUNK_BYTES,
  chunkCount,
  type OrderItem,
  type UploadedMedia,
  uploadedMediaSchema,
  uploadOpenedSchema,
  uploadStatusSchema,
} from '@stagereel/contracts';
import type { Admin, Customer } from '@stagereel/shop-client';
import { z } from 'zod';
import { reportRow, reportSection } from '../kit/report.ts';
import { createRecord, inRounds } from '../kit/rounds.ts';
import { postChunks, startDiscardingServer } from './post-chunks.ts';
import { speedOf, speedWithCpu, type Transfer } from './speed.ts';

const WARM_UPS = 3;
const ROUNDS = 5;
const POLL_MS = 200;
/** As long as a browser's boundary. */
const BOUNDARY = '----WebKitFormBoundaryStageReelBench0';
const MP4_HEAD = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1');
const completedSchema = z.union([uploadedMediaSchema, uploadStatusSchema]);

export type StoredFiles = { sample: UploadedMedia; finished: UploadedMedia };
type Input = { admin: Admin; customer: Customer; gateway: string; fileBytes: number; pids: Transfer['pids'] };

/** Uploads through the gateway, with the same bytes sent to a server that discards them as the baseline. */
export const measureUploads = async ({ admin, customer, gateway, fileBytes, pids }: Input): Promise<StoredFiles> => {
  const contest = await admin.createContest({ name: `ベンチ ${Date.now()}` });
  const lineId = await buyLine({ admin, customer, contestId: contest.id });
  const discarding = await startDiscardingServer();
  const count = chunkCount(fileBytes);
  const base = `/api/contests/${contest.id}/media`;
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  const bodyOf = createBodies();
  const record = createRecord({ warmUps: WARM_UPS });
  let finished: UploadedMedia | undefined;
  let sample: UploadedMedia | undefined;

  const complete = async (uploadId: string): Promise<UploadedMedia> => {
    for (;;) {
      const result = await admin.call({ method: 'POST', path: `${base}/chunked-complete`, body: { uploadId }, schema: completedSchema });
      if (!('state' in result)) return result;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  /** The first upload is the finished video, each later one a sample. */
  const upload = async (): Promise<number> => {
    const category = finished ? { category: 'sample' } : { category: 'finished', lineId };
    const file = { fileName: 'bench.mp4', fileSize: fileBytes, contentType: 'video/mp4', mediaType: 'video', totalChunks: count };
    const opening = { method: 'POST', path: `${base}/chunked-init`, body: { ...file, ...category }, schema: uploadOpenedSchema } as const;
    const { uploadId } = await admin.call(opening);
    const url = new URL(`${base}/chunked-upload`, gateway);
    const withSession = { ...headers, cookie: admin.cookies() };
    const addCpu = (ms: number): void => record.add('upload', ms);
    const speed = await speedWithCpu({ fileBytes, pids, addCpu }, () =>
      postChunks({ url, count, headers: withSession, bodyOf: (index) => bodyOf({ uploadId, index }) }),
    );
    const media = await complete(uploadId);
    if (finished) sample = media;
    else finished = media;
    return speed;
  };
  /**
   * Files of all rounds would fill the page cache. A virtual machine must first get that memory from its host, and each round would
   * measure more of that than the one before.
   */
  const removeSample = async (): Promise<void> => {
    if (sample) await admin.call({ method: 'DELETE', path: `/api/media/${sample.id}` });
    sample = undefined;
  };
  const discard = (): Promise<number> =>
    speedOf(fileBytes, () => postChunks({ url: discarding.url, count, headers, bodyOf: (index) => bodyOf({ uploadId: 'none', index }) }));

  try {
    const contestants = { discard, upload: () => removeSample().then(upload) };
    const speeds = await inRounds({ warmUps: WARM_UPS, rounds: ROUNDS, contestants });
    reportSection('upload, 5 MiB chunks, 4 at a time');
    reportRow({ name: 'discarded by a bare Node server', value: speeds.discard, unit: 'MiB/s' });
    reportRow({ name: 'through the gateway, to the disk', value: speeds.upload, unit: 'MiB/s', baseline: speeds.discard, atLeast: 0.3 });
    reportRow({ name: 'gateway and media, CPU time per MiB', value: record.of('upload'), unit: 'ms' });
  } finally {
    discarding.stop();
  }
  if (!sample || !finished) throw new Error('No file was uploaded');
  return { sample, finished };
};

/** Buys a video of the contest and returns the id of the paid order line, for which a finished video can be uploaded. */
const buyLine = async ({ admin, customer, contestId }: { admin: Admin; customer: Customer; contestId: string }): Promise<string> => {
  const [category, athleteNumber, amount, email] = ['一般', '1', 1000, 'bench@example.jp'] as const;
  await admin.createCategory(contestId, category);
  await admin.createAthlete(contestId, { athleteNumber, category, videoStatus: '販売中', verticalVideoPrice: amount });
  await admin.updateContest(contestId, { videoPublished: true, sitePublicStatus: 'public' });
  await customer.proveEmail(email);
  const items: OrderItem[] = [{ contestId, category, athleteNumber, videoStyle: '縦動画' }];
  const { lines } = await customer.buy({ items, amount, customer: { email, name: '試験 太郎' } });
  const [line] = lines;
  if (!line) throw new Error('The purchase has no order line');
  return line.id;
};

/** Builds the form of a chunk as a browser writes it. A few random chunks are reused, because a whole file would fill the memory. */
const createBodies = () => {
  const first = Buffer.concat([MP4_HEAD, randomBytes(CHUNK_BYTES - MP4_HEAD.length)]);
  const others = Array.from({ length: 3 }, () => randomBytes(CHUNK_BYTES));
  const field = (name: string, value: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const file = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="chunk"; filename="blob"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return ({ uploadId, index }: { uploadId: string; index: number }): Buffer => {
    const head = field('uploadId', uploadId) + field('chunkIndex', String(index)) + file;
    const chunk = index === 0 ? first : (others[index % others.length] ?? first);
    return Buffer.concat([Buffer.from(head), chunk, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  };
};
