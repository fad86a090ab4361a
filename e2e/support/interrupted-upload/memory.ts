import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { childrenOf, peakMiB } from '@stagereel/stack';

const SAMPLE_MS = 100;

/** Peak memory in MiB: of the service itself, and of each helper program by name. Shared memory counts for each of them. */
type MemoryPeaks = { service: number; helpers: Record<string, number> };

const nameOf = async (pid: number): Promise<string> => {
  const words = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0');
  return basename(words.find((word) => /\.[jt]s$/.test(word)) ?? words[0] ?? '');
};

/** Samples the memory of a service and its helpers during `work`. */
export const withMemory = async <Result>(pid: number, work: () => Promise<Result>): Promise<{ result: Result; memory: MemoryPeaks }> => {
  const helpers: Record<string, number> = {};
  // Helpers may end before `work` does. The kernel keeps the peak of the service itself.
  const sample = async (): Promise<void> => {
    for (const child of childrenOf(pid)) {
      const peak = peakMiB(child);
      const name = await nameOf(child);
      // A helper that has just ended has neither name nor figures.
      if (name && peak > 0) helpers[name] = Math.max(helpers[name] ?? 0, peak);
    }
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  try {
    const result = await work();
    return { result, memory: { service: peakMiB(pid), helpers } };
  } finally {
    clearInterval(timer);
  }
};
