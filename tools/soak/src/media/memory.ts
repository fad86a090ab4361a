import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';

const SAMPLE_MS = 100;

/** The most memory each process has held, in MiB: the service itself, and the programs it started, by name. */
export type MemoryPeaks = { service: number; helpers: Record<string, number> };

const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** As the kernel counts it since the process began; 0 where there is no /proc. */
export const peakOf = async (pid: number): Promise<number> => {
  const kib = /^VmHWM:\s*(\d+) kB/m.exec(await read(`/proc/${pid}/status`))?.[1];
  return Math.round(Number(kib ?? 0) / 1024);
};

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
  // A helper may be gone by the end; the service's own peak is kept by the kernel.
  const sample = async (): Promise<void> => {
    for (const child of await childrenOf(pid)) {
      const [name, peak] = await Promise.all([nameOf(child), peakOf(child)]);
      // One that has just ended tells nothing more.
      if (name && peak > 0) helpers[name] = Math.max(helpers[name] ?? 0, peak);
    }
  };
  const timer = setInterval(() => void sample(), SAMPLE_MS);
  try {
    const result = await work();
    return { result, memory: { service: await peakOf(pid), helpers } };
  } finally {
    clearInterval(timer);
  }
};
