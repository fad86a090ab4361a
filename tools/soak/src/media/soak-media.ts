import { createHash } from 'node:crypto';
import { chunkCount } from '@stagereel/contracts';
import type { Admin } from '@stagereel/shop-client';
import type { Stack } from '@stagereel/stack';
import { seededRandom } from '../seeded.ts';
import { type BrokenUpload, type FaultCounts, uploadThroughFaults } from './broken-upload.ts';
import { type Killed, planFaults } from './fault-plan.ts';
import { type MemoryPeaks, peakOf, withMemory } from './memory.ts';
import { seededVideo } from './seeded-video.ts';
import { sendPart } from './send-part.ts';

const MIB = 1024 * 1024;

export type MediaSoakPlan = {
  /** Stands for the files' contents and for where they break. */
  seed: string;
  /** Of the file that is broken off. */
  sizeMib: number;
  cuts: number;
  kills: Record<Killed, number>;
  /** Uploads at once afterwards, and the size of each. */
  uploads: number;
  uploadMib: number;
};

export type MediaSoakFigures = {
  broken: Omit<BrokenUpload, 'media'> & {
    seconds: number;
    /** Of the file as it was made, as media says it is, and as the gateway delivers it. */
    sha256: { sent: string; stored: string; delivered: string };
    /** The most memory that any of media's processes held, in MiB. */
    peakMib: number;
  };
  together: { seconds: number; wholeFiles: number; memory: MemoryPeaks };
};

type Deps = {
  stack: Pick<Stack, 'info' | 'service'>;
  /** Signed in. */
  admin: Admin;
  log?: (line: string) => void;
};

/** It changes with every start. */
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

/** The SHA-256 of what an address delivers, read as a stream. */
const deliveredHash = async ({ url, signal }: { url: URL; signal: AbortSignal }): Promise<string> => {
  const answer = await fetch(url, { signal });
  if (!answer.ok || !answer.body) throw new Error(`${url.pathname} answered ${answer.status}`);
  const hash = createHash('sha256');
  for await (const piece of answer.body) hash.update(piece);
  return hash.digest('hex');
};

/**
 * Uploads a large file through the gateway while connections are cut and media and the gateway are killed, then many files at once, and
 * answers what was measured. Ends with the signal's reason when that comes first.
 */
export const soakMedia = async (deps: Deps, { plan, signal }: { plan: MediaSoakPlan; signal: AbortSignal }): Promise<MediaSoakFigures> => {
  const { admin } = deps;
  const contest = await admin.createContest({ name: `耐久試験 ${plan.seed}` });
  await admin.updateContest(contest.id, { videoPublished: true, sitePublicStatus: 'public' });
  const input = { plan, signal, contestId: contest.id };
  return { broken: await breakOne(deps, input), together: await sendMany(deps, input) };
};

type Step = { plan: MediaSoakPlan; signal: AbortSignal; contestId: string };

const breakOne = async (
  { stack, admin, log = () => undefined }: Deps,
  { plan, signal, contestId }: Step,
): Promise<MediaSoakFigures['broken']> => {
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
    // Counted by the kernel for each process anew.
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

const sendMany = async (
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
  const wholeFiles = files.filter((file, index) => file.sha256() === result.result[index]?.sha256).length;
  return { seconds, wholeFiles, memory: result.memory };
};
