import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const SAMPLE_MS = 100;

/**
 * Peak memory in MiB: of the service itself, of each helper program by name, and of all of them at one moment. Shared memory counts for
 * each of them.
 */
export type MemoryPeaks = { service: number; helpers: Record<string, number>; atOnce: number };

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** The current and the peak memory of a process in MiB; 0 where there is no /proc. */
const memoryOf = async (pid: number): Promise<{ now: number; peak: number }> => {
  const status = await read(`/proc/${pid}/status`);
  const mibOf = (field: RegExp): number => Math.round(Number(field.exec(status)?.[1] ?? 0) / 1024);
  return { now: mibOf(/^VmRSS:\s*(\d+) kB/m), peak: mibOf(/^VmHWM:\s*(\d+) kB/m) };
};

/** The peak memory of a process since its start, in MiB; 0 where there is no /proc. */
export const peakOf = async (pid: number): Promise<number> => (await memoryOf(pid)).peak;

const childrenOf = async (pid: number): Promise<number[]> => {
  const direct = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
  return [...direct, ...(await Promise.all(direct.map(childrenOf))).flat()];
};

const nameOf = async (pid: number): Promise<string> => {
  const words = (await read(`/proc/${pid}/cmdline`)).split('\0');
  return basename(words.find((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '');
};

/** Samples the memory of a service and its helpers during `work`. */
export const withMemory = async <Result>(pid: number, work: () => Promise<Result>): Promise<{ result: Result; memory: MemoryPeaks }> => {
  const helpers: Record<string, number> = {};
  let atOnce = 0;
  // Helpers may end before `work` does. The kernel keeps the peak of the service itself.
  const sample = async (): Promise<void> => {
    let { now: sum } = await memoryOf(pid);
    for (const child of await childrenOf(pid)) {
      const [name, { now, peak }] = await Promise.all([nameOf(child), memoryOf(child)]);
      sum += now;
      // A helper that has just ended has neither name nor figures.
      if (name && peak > 0) helpers[name] = Math.max(helpers[name] ?? 0, peak);
    }
    atOnce = Math.max(atOnce, sum);
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  try {
    const result = await work();
    return { result, memory: { service: await peakOf(pid), helpers, atOnce } };
  } finally {
    clearInterval(timer);
  }
};
