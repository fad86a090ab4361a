import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { chunkCount } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import type { Stack } from '@stagereel/stack';
import { seededRandom } from '../seeded.ts';
import { type Killed, planFaults } from './fault-plan.ts';
import { type FaultCounts, type InterruptedUpload, uploadThroughFaults } from './interrupted-upload.ts';
import { type MemoryPeaks, peakOf, withMemory } from './memory.ts';
import { seededVideo } from './seeded-video.ts';

const MIB = 1024 * 1024;
const WRITE_TIMEOUT_MS = 30_000;

export type MediaSoakPlan = {
  /** Determines the files' contents and the faults. */
  seed: string;
  /** The size of the interrupted file. */
  sizeMib: number;
  cuts: number;
  kills: Record<Killed, number>;
  /** Simultaneous uploads afterwards, and the size of each. */
  uploads: number;
  uploadMib: number;
};

export type MediaSoakFigures = {
  interrupted: Omit<InterruptedUpload, 'media'> & {
    seconds: number;
    /** Of the generated file, as media reports it, and of what the gateway delivers. */
    sha256: { sent: string; stored: string; delivered: string };
    /** The peak memory of media's processes in MiB. */
    peakMib: number;
  };
  together: { seconds: number; completeFiles: number; memory: MemoryPeaks };
};

type Deps = {
  stack: Pick<Stack, 'info' | 'service'>;
  /** Signed in. */
  admin: Admin;
  log?: (line: string) => void;
};

/** It changes with every restart. */
const mediaPid = ({ info }: Deps['stack']): number => info.services['media']?.pid ?? 0;

const timed = async <Result>(work: () => Promise<Result>): Promise<{ result: Result; seconds: number }> => {
  const start = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - start) / 1000 };
};

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

/** The SHA-256 of the response body, read as a stream. */
const deliveredHash = async ({ url, signal }: { url: URL; signal: AbortSignal }): Promise<string> => {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`${url.pathname} returned ${response.status}`);
  const hash = createHash('sha256');
  for await (const piece of response.body) hash.update(piece);
  return hash.digest('hex');
};

/**
 * Uploads a large file through the gateway while connections are cut and media and the gateway are killed, then many files at once, and
 * returns the measured figures. Throws the signal's reason when the signal aborts first.
 */
export const soakMedia = async (deps: Deps, { plan, signal }: { plan: MediaSoakPlan; signal: AbortSignal }): Promise<MediaSoakFigures> => {
  const { admin } = deps;
  const contest = await admin.createContest({ name: `耐久試験 ${plan.seed}` });
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  const input = { plan, signal, contestId: contest.id };
  return { interrupted: await uploadInterrupted(deps, input), together: await uploadTogether(deps, input) };
};

type PartInput = { url: URL; cookies: string; form: FormData; share: number };

/** Sends a share of a form (0 to 1) on a connection of its own, and returns the function that cuts the connection. */
const sendPart = async ({ url, cookies, form, share }: PartInput): Promise<() => void> => {
  const encoded = new Response(form);
  const contentType = encoded.headers.get('content-type') ?? '';
  const body = Buffer.from(await encoded.arrayBuffer());
  const headers = { cookie: cookies, 'content-type': contentType, 'content-length': body.length };
  const sending = request(url, { method: 'POST', agent: false, timeout: WRITE_TIMEOUT_MS, headers });
  sending.on('timeout', () => sending.destroy());
  // The server may respond or close the connection before the share is sent.
  sending.on('error', () => undefined);
  sending.on('response', (response) => response.resume());
  await new Promise<void>((resolve) => {
    sending.once('close', resolve);
    sending.write(body.subarray(0, Math.ceil(share * body.length)), () => resolve());
  });
  return () => sending.destroy();
};

type Step = { plan: MediaSoakPlan; signal: AbortSignal; contestId: string };

const uploadInterrupted = async (
  { stack, admin, log = () => undefined }: Deps,
  { plan, signal, contestId }: Step,
): Promise<MediaSoakFigures['interrupted']> => {
  const { seed, sizeMib, cuts, kills } = plan;
  const file = seededVideo({ seed, size: sizeMib * MIB, name: '耐久試験.mp4' });
  const sent = file.sha256();
  const faults = planFaults({ random: seededRandom(`${seed} faults`), totalChunks: chunkCount(file.size), cuts, kills });
  const uploads = admin.uploads(contestId);
  const url = new URL(uploads.chunkPath, stack.info.gateway);
  let peakMib = 0;
  const notePeak = async (): Promise<void> => {
    peakMib = Math.max(peakMib, await peakOf(mediaPid(stack)));
  };
  const kill = async (name: Killed): Promise<void> => {
    // The kernel counts the peak per process, so it is lost with the kill.
    if (name === 'media') await notePeak();
    const service = stack.service(name);
    await service.kill('SIGKILL');
    await service.start();
  };
  const onProgress = ({ missing, ...done }: FaultCounts & { missing: number }): void => {
    const killed = `kills of media ${done.kills.media} of ${kills.media}, of the gateway ${done.kills.gateway} of ${kills.gateway}`;
    log(`${missing} of ${chunkCount(file.size)} chunks missing, cuts ${done.cuts} of ${cuts}, ${killed}`);
  };

  const { result, seconds } = await timed(() =>
    uploadThroughFaults(
      { uploads, sendPart: (part) => sendPart({ url, cookies: admin.cookies(), ...part }), kill, onProgress },
      { file, sha256: sent, faults, signal },
    ),
  );
  await notePeak();
  const { media: stored, ...counts } = result;
  const delivered = await deliveredHash({ url: new URL(stored.url ?? '', stack.info.gateway), signal });
  return { ...counts, seconds, sha256: { sent, stored: stored.sha256, delivered }, peakMib };
};

const uploadTogether = async (
  { stack, admin, log = () => undefined }: Deps,
  { plan, signal, contestId }: Step,
): Promise<MediaSoakFigures['together']> => {
  const { seed, uploads, uploadMib } = plan;
  log(`${uploads} uploads of ${uploadMib} MiB at once`);
  const files = Array.from({ length: uploads }, (_, index) =>
    seededVideo({ seed: `${seed} ${index}`, size: uploadMib * MIB, name: `同時${index + 1}.mp4` }),
  );
  const { sendFile } = admin.uploads(contestId);
  const sendAll = () => Promise.race([Promise.all(files.map((file) => sendFile(file))), aborted(signal)]);
  const { result, seconds } = await timed(() => withMemory(mediaPid(stack), sendAll));
  const completeFiles = files.filter((file, index) => file.sha256() === result.result[index]?.sha256).length;
  return { seconds, completeFiles, memory: result.memory };
};
