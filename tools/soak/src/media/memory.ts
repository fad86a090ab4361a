import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const SAMPLE_MS = 100;

/**
 * The most memory that was held, in MiB: by the service itself, by each of the programs it started, by name, and by all of them at one
 * moment, in which what they share counts for each.
 */
export type MemoryPeaks = { service: number; helpers: Record<string, number>; atOnce: number };

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** What a process holds now, and the most it has held since it began, in MiB; 0 where there is no /proc. */
const heldBy = async (pid: number): Promise<{ now: number; peak: number }> => {
  const status = await read(`/proc/${pid}/status`);
  const mibOf = (field: RegExp): number => Math.round(Number(field.exec(status)?.[1] ?? 0) / 1024);
  return { now: mibOf(/^VmRSS:\s*(\d+) kB/m), peak: mibOf(/^VmHWM:\s*(\d+) kB/m) };
};

/** As the kernel counts it since the process began, in MiB; 0 where there is no /proc. */
export const peakOf = async (pid: number): Promise<number> => (await heldBy(pid)).peak;

const childrenOf = async (pid: number): Promise<number[]> => {
  const direct = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean).map(Number);
  return [...direct, ...(await Promise.all(direct.map(childrenOf))).flat()];
};

const nameOf = async (pid: number): Promise<string> => {
  const words = (await read(`/proc/${pid}/cmdline`)).split('\0');
  return basename(words.find((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '');
};

/** Watches what a service and its helpers hold while `work` is going on. */
export const withMemory = async <Result>(pid: number, work: () => Promise<Result>): Promise<{ result: Result; memory: MemoryPeaks }> => {
  const helpers: Record<string, number> = {};
  let atOnce = 0;
  // A helper may be gone by the end; the service's own peak is kept by the kernel.
  const sample = async (): Promise<void> => {
    let { now: sum } = await heldBy(pid);
    for (const child of await childrenOf(pid)) {
      const [name, { now, peak }] = await Promise.all([nameOf(child), heldBy(child)]);
      sum += now;
      // One that has just ended tells nothing more.
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
